/*
 * Calculateurs Nephilim {{ version }} : chargeur, pour un gadget ou MediaWiki:Common.js.
 * Fichier produit par build.py. Il ne charge rien sur une page sans calculateur.
 * En ES5 : MediaWiki 1.39 refuse le reste.
 */
( function () {
	'use strict';

	var dossier = {{ dossier }},
		panne = {{ panne | tojson }},
		ancien = {{ ancien | tojson }},
		// Ce que chaque fichier doit être : un octet changé, et le navigateur le refuse.
		fichiers = [
{% for module in modules %}
			[ '{{ module.nom }}', '{{ module.empreinte }}' ]{{ '' if loop.last else ',' }}
{% endfor %}
		],
		emplacements = '.nephilim-calc[data-calcul]',
		charge = false;

	// Un gadget et Common.js à la fois, ou deux versions : le premier arrivé sert seul.
	if ( window.nephilimCalc ) {
		return;
	}
	window.nephilimCalc = dossier;

	function dire( texte ) {
		Array.prototype.forEach.call( document.querySelectorAll( emplacements ), function ( emplacement ) {
			var phrase = document.createElement( 'p' );
			phrase.setAttribute( 'role', 'status' );
			phrase.textContent = texte;
			emplacement.appendChild( phrase );
		} );
	}

	// Le navigateur garde même un fichier abîmé : il les reprend tous, pour la prochaine fois.
	function avouer() {
		dire( panne );
		if ( window.fetch ) {
			fichiers.forEach( function ( fichier ) {
				window.fetch( dossier + fichier[ 0 ], { cache: 'reload' } ).then( null, function () {} );
			} );
		}
	}

	// Un fichier arrivé entier et que le navigateur ne comprend pas : celui-ci est plus vieux que lui.
	function ecouter( evenement ) {
		if ( evenement.error instanceof SyntaxError && String( evenement.filename ).indexOf( dossier ) !== -1 ) {
			dire( ancien );
		}
	}

	function charger( $contenu ) {
		var script;
		// Une prévisualisation est annoncée avant d’être dans la page.
		if ( charge || !( $contenu.find( emplacements ).length || document.querySelector( emplacements ) ) ) {
			return;
		}
		charge = true;
		script = document.createElement( 'script' );
		if ( !( 'noModule' in script ) ) {
			dire( ancien );
			return;
		}
		window.addEventListener( 'error', ecouter );
		// Le dernier lance les autres, qui sont annoncés avant lui, chacun avec son empreinte.
		fichiers.forEach( function ( fichier, rang ) {
			var lien = rang < fichiers.length - 1 ? document.createElement( 'link' ) : script;
			lien.integrity = fichier[ 1 ];
			if ( lien === script ) {
				script.type = 'module';
				script.src = dossier + fichier[ 0 ];
				script.setAttribute( 'data-panne', panne );
				script.onerror = avouer;
			} else {
				lien.rel = 'modulepreload';
				lien.href = dossier + fichier[ 0 ];
			}
			document.head.appendChild( lien );
		} );
	}

	// Appelé à l’ouverture de la page, puis à chaque prévisualisation.
	mw.hook( 'wikipage.content' ).add( charger );
}() );
