/*
 * Calculateurs Nephilim {{ version }} : chargeur, pour un gadget ou MediaWiki:Common.js.
 * Fichier produit par build.py. Il ne charge rien sur une page sans calculateur.
 * En ES5 : MediaWiki 1.39 refuse le reste.
 */
( function () {
	'use strict';

	var dossier = {{ dossier }},
		panne = {{ panne | tojson }},
		emplacements = '.nephilim-calc[data-calcul]',
		charge = false;

	// Un gadget et Common.js à la fois, ou deux versions : le premier arrivé sert seul.
	if ( window.nephilimCalc ) {
		return;
	}
	window.nephilimCalc = dossier;

	function avouer() {
		Array.prototype.forEach.call( document.querySelectorAll( emplacements ), function ( emplacement ) {
			var phrase = document.createElement( 'p' );
			phrase.setAttribute( 'role', 'status' );
			phrase.textContent = panne;
			emplacement.appendChild( phrase );
		} );
	}

	function charger( $contenu ) {
		var script;
		// Une prévisualisation est annoncée avant d’être dans la page.
		if ( charge || !( $contenu.find( emplacements ).length || document.querySelector( emplacements ) ) ) {
			return;
		}
		charge = true;
		script = document.createElement( 'script' );
		script.type = 'module';
		script.src = dossier + 'wiki.js';
		script.setAttribute( 'data-panne', panne );
		script.onerror = avouer;
		document.head.appendChild( script );
	}

	// Appelé à l’ouverture de la page, puis à chaque prévisualisation.
	mw.hook( 'wikipage.content' ).add( charger );
}() );
