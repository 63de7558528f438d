/**
 * What the files that scripts fetch by themselves must be. It is empty in the sources, where nothing
 * is compared; the build fills it (web/tools/integrity.py), and every page vouches for this module.
 */

/** @type {Record<string, {octets: number, sha256: string}>} */
export const FINGERPRINTS = {};
