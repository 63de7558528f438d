/**
 * Builds the Python archives the browser loads. Run by runtime.py, never shipped.
 *
 *   node runtime.mjs PLAN.json
 *
 * PLAN.json (all paths absolute):
 *   pyodide  folder of the installed `pyodide` package
 *   library  its standard library, with the stand-ins of stand_ins.py
 *   inside   runtime_inside.py, the half that runs in Python
 *   package  name of the package whose `api.answer` the page calls
 *   files    {path inside an archive: path on disk} of that package
 *   archives {name of an archive: paths inside it}
 *   modules  what the package consists of and imports, inside functions too
 *   corpus   texts of the warm-up: the scenarios of tests/cases
 *   out      folder that receives stdlib.zip and those archives
 *
 * Pyodides are started one after the other. The first imports the package, answers the corpus and
 * says which modules that took: nothing else may run in it. The second, fresh, compiles: what
 * `marshal` writes depends on what the interpreter did before, and the archives must come out the
 * same twice. Only Pyodide can do it: the bytecode of the machine's own Python is another one.
 * Then, for each archive, one with nothing but it answers the corpus as the first did.
 */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const plan = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const { loadPyodide } = await import(pathToFileURL(path.join(plan.pyodide, 'pyodide.mjs')).href);

/** Where runtime_inside.py stands in every Python, beside what that one is given. */
const BESIDE = '/beside';

/**
 * A fresh Python, and the building half in it.
 * @param {string} library its standard library
 * @param {string} found where it finds the package
 * @param {Record<string, string>} files by their place in it, the path on disk
 */
async function boot(library, found, files) {
  const py = await loadPyodide({
    // Traces name lines, not columns: those are a quarter of the bytecode's weight.
    args: ['-X', 'no_debug_ranges'],
    stdLibURL: library,
    env: { PYTHONHASHSEED: '0', PYTHONPATH: `${found}:${BESIDE}` },
    // Before Python starts: a folder that is missing then is taken as missing for good.
    fsInit: async (FS) => {
      for (const [target, file] of Object.entries({ ...files, [`${BESIDE}/inside.py`]: plan.inside })) {
        FS.mkdirTree(path.posix.dirname(target));
        FS.writeFile(target, fs.readFileSync(file));
      }
    },
  });
  return { py, inside: py.pyimport('inside') };
}

/** A fresh Python with the package's files under /src. */
function bootOnSources() {
  const files = Object.entries(plan.files).map(([name, file]) => [`/src/${name}`, file]);
  return boot(plan.library, '/src', Object.fromEntries(files));
}

/** Have Python tell of a fault; its words must name the line. */
function showFault(inside) {
  try {
    inside.fail();
  } catch (error) {
    if (/inside\.py", line \d+, in fail\n(.*\n)*ZeroDivisionError/.test(String(error))) return;
    throw error;
  }
}

async function build() {
  const first = await bootOnSources();
  showFault(first.inside); // that imports modules of its own
  const { record } = first.inside;
  const [used, told] = record(plan.package, first.py.toPy(plan.modules), first.py.toPy(plan.corpus)).toJs();

  const second = await bootOnSources();
  second.inside.freeze(second.py.toPy(used), '/src', second.py.toPy(plan.archives), '/made');
  for (const name of ['stdlib.zip', ...Object.keys(plan.archives)]) {
    fs.writeFileSync(path.join(plan.out, name), second.py.FS.readFile('/made/' + name));
  }
  for (const name of Object.keys(plan.archives)) await prove(name, JSON.parse(told));
}

/**
 * Have Python answer from the finished files alone.
 * @param {string} name of an archive
 * @param {Record<string, string>} expected each answer of the rules, by its message
 */
async function prove(name, expected) {
  const { py, inside } = await boot(path.join(plan.out, 'stdlib.zip'), '/package.zip', {
    '/package.zip': path.join(plan.out, name),
  });
  showFault(inside);
  const told = JSON.parse(inside.answers(plan.package, py.toPy(plan.corpus)));
  for (const message of Object.keys(told)) {
    if (told[message] !== expected[message]) throw new Error(`${name}: ${message}`);
  }
}

try {
  await build();
} catch (error) {
  // Node would print the source line of the fault: a megabyte, in Pyodide's case.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
