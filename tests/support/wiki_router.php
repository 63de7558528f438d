<?php // For php -S behind nginx: short addresses to MediaWiki's entry points, nothing private.
$path = rawurldecode( parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) ?? '/' );
$root = $_SERVER['DOCUMENT_ROOT'];
$entry = preg_match( '#^(/w/(?:index|api|load|rest)\.php)(/.*)?$#', $path, $found ) ? $found[1] : null;
if ( $path === '/' || preg_match( '#^/wiki(/|$)#', $path ) ) {
	$entry = '/w/index.php';
}
if ( $entry === null ) {
	if ( preg_match( '#^/w/(?:maintenance|vendor|includes|tests|cache)/#', $path ) ) {
		http_response_code( 403 );
		return true;
	}
	return false;
}
$_SERVER['SCRIPT_NAME'] = $entry;
$_SERVER['PHP_SELF'] = isset( $found[1] ) ? $path : $entry;
$_SERVER['SCRIPT_FILENAME'] = $root . $entry;
if ( isset( $found[2] ) ) {
	$_SERVER['PATH_INFO'] = $found[2];
}
chdir( "$root/w" );
require $root . $entry;
return true;
