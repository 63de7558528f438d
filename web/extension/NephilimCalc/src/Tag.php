<?php
namespace MediaWiki\Extension\NephilimCalc;

use Config;
use MediaWiki\Hook\ParserFirstCallInitHook;
use Parser;
use PPFrame;

/**
 * La balise <calculateur type="combat">texte montré sans JavaScript</calculateur>.
 *
 * Elle n’écrit qu’un emplacement ; le formulaire y est mis par le chargeur, dans le navigateur.
 */
class Tag implements ParserFirstCallInitHook {
	/** @var string[] */
	private array $types;

	/** @param Config $config ses classes ont changé d’espace de noms entre 1.39 et 1.43 */
	public function __construct( $config ) {
		$this->types = $config->get( 'NephilimCalcTypes' );
	}

	/** @param Parser $parser */
	public function onParserFirstCallInit( $parser ): void {
		$parser->setHook( 'calculateur', [ $this, 'render' ] );
	}

	/**
	 * @param string|null $text
	 * @param string[] $attributes
	 * @param Parser $parser
	 * @param PPFrame $frame
	 * @return string HTML ; rien de ce qu’un rédacteur a tapé n’y entre sans être échappé
	 */
	public function render( ?string $text, array $attributes, $parser, $frame ): string {
		$type = trim( $attributes['type'] ?? $this->types[0] );
		if ( !in_array( $type, $this->types, true ) ) {
			$told = wfMessage( 'nephilimcalc-type-inconnu' )
				->plaintextParams( $type, implode( ', ', $this->types ) )
				->inContentLanguage()->escaped();
			return '<strong class="error">' . $told . '</strong>';
		}
		$parser->getOutput()->addModules( [ 'ext.nephilimCalc' ] );
		$fallback = trim( (string)$text ) === ''
			? wfMessage( 'nephilimcalc-repli' )->inContentLanguage()->escaped()
			: $parser->recursiveTagParse( $text, $frame );
		return '<div class="nephilim-calc" data-calcul="' . htmlspecialchars( $type ) . '">' . $fallback . '</div>';
	}
}
