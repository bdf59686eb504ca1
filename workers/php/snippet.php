<?php
// The parts of a snippet as functions of one scope, each a file of its own for PHP, so that errors name part and line.

namespace Cmpthese;

/** A parameter cannot have this name. */
final class WrongName extends \Exception
{
}

/** The texts of the parts, as files `cmpthese://code` and so on. PHP wants these names of the methods. */
final class Parts
{
    public static array $texts = [];
    public $context;
    private string $text = '';
    private int $at = 0;

    /** The part that a file is. What is evaluated in one is none. */
    public static function part(string $file): ?string
    {
        return str_starts_with($file, 'cmpthese://') && !str_contains($file, '(') ? substr($file, 11) : null;
    }

    /** Part and line of the innermost place that is the snippet's, or nothing. */
    public static function placeOf(\Throwable $error): array
    {
        foreach ([['file' => $error->getFile(), 'line' => $error->getLine()], ...$error->getTrace()] as $frame) {
            $file = $frame['file'] ?? '';
            $part = self::part($file);
            if ($part !== null) {
                return [$part, self::lineIn($part, $frame['line'])];
            }
            if (preg_match('~^cmpthese://(\w+)\((\d+)\) : eval~', $file, $found)) {
                return [$found[1], (int) $found[2]];
            }
        }
        return [];
    }

    /** Within the lines of the part: an end that is missing is noticed behind them. */
    private static function lineIn(string $part, int $line): int
    {
        return min($line, max(substr_count(self::$texts[$part] ?? '', "\n"), 1));
    }

    public function stream_open(string $path): bool
    {
        $this->text = self::$texts[substr($path, 11)] ?? '';
        return true;
    }

    public function stream_read(int $size): string
    {
        $piece = substr($this->text, $this->at, $size);
        $this->at += strlen($piece);
        return $piece;
    }

    public function stream_eof(): bool
    {
        return $this->at >= strlen($this->text);
    }

    public function stream_stat(): array
    {
        return ['size' => strlen($this->text)];
    }

    public function stream_set_option(): bool
    {
        return false;
    }
}

/** What is prepared. */
final class Snippet
{
    public readonly \Closure $code;
    public readonly ?\Closure $teardown;
    public readonly ?\Closure $beforeEach;

    public function __construct(array $params, array $parts)
    {
        foreach (array_keys($params) as $name) {
            if (preg_match(Variables::TAKEN, $name)) {
                throw new WrongName("PHP has no variable of the name $name that code could have");
            }
        }
        $bodies = ['prelude', 'setup', 'variant_setup'];
        Parts::$texts = [];
        foreach ($bodies as $part) {
            Parts::$texts[$part] = self::placed($parts[$part] ?? '') . "\n";
        }
        Parts::$texts['globals'] = self::bindingGlobals($parts);
        self::$constants = Variables::constants(array_keys($params), $parts);
        [$this->code, $this->teardown, $this->beforeEach] = (static function () {
            include 'cmpthese://globals';
            extract(func_get_arg(0));
            include 'cmpthese://prelude';
            include 'cmpthese://setup';
            include 'cmpthese://variant_setup';
            Snippet::$params = [];
            foreach (array_keys(func_get_arg(0)) as Snippet::$part) {
                Snippet::$params[Snippet::$part] = &${Snippet::$part};
            }
            foreach (['code', 'teardown', 'before_each'] as Snippet::$part) {
                if (Snippet::isThere(Snippet::$part, func_get_arg(1), get_defined_vars())) {
                    Snippet::$made[Snippet::$part] = include 'cmpthese://' . Snippet::$part;
                }
            }
            return Snippet::taken();
        })($params, $parts);
    }

    // ---- outside the scope of the snippet, which has no variables but its own ----

    public static string $part = '';
    public static array $made = [];

    /** References to the parameters. */
    public static array $params = [];

    /** The names of those that no function changes. */
    private static array $constants = [];

    /** The names that the case before has made global. */
    private static array $globals = [];

    /** Makes those variables of the scope global that functions reach as such: the parts are included in a function. */
    private static function bindingGlobals(array $parts): string
    {
        foreach (self::$globals as $name) {
            unset($GLOBALS[$name]);
        }
        $names = preg_match('/\bglobal\b|\$GLOBALS\b/i', implode("\n", $parts)) ? Variables::globals($parts) : [];
        self::$globals = array_diff($names, array_keys($GLOBALS));
        return '<?php ' . ($names === [] ? '' : 'global $' . implode(', $', $names) . ';');
    }

    public static function taken(): array
    {
        [$made, self::$made] = [self::$made, []];
        return [$made['code'], $made['teardown'] ?? null, $made['before_each'] ?? null];
    }

    /** A part as a file: one of the folder in which the program was started. */
    private static function placed(string $text): string
    {
        $shown = fn ($token) => match ($token->id) {
            T_DIR => var_export(getcwd(), true),
            T_FILE => var_export(getcwd() . '/cmpthese', true),
            default => $token->text,
        };
        // With what a file begins and may end with.
        $text = preg_replace(['/\A<\?php\b/', '/\?>\s*\z/'], ['', ';'], $text);
        return implode('', array_map($shown, \PhpToken::tokenize("<?php $text")));
    }

    /** Whether there is such a part: then its text is made, a function that shares what is there and what it names. */
    public static function isThere(string $part, array $parts, array $variables): bool
    {
        return withOwnLimits(fn () => self::make($part, $parts, $variables));
    }

    private static function make(string $part, array $parts, array $variables): bool
    {
        $own = $parts[$part] ?? '';
        if ($part !== 'code' && trim($own) === '') {
            return false;
        }
        $own = substr(self::placed($own), strlen('<?php '));
        $tokens = \PhpToken::tokenize("<?php $own");
        // A loop up to a reference is not the one that PHP has for numbers, and takes twice as long.
        $constants = $part === 'code' ? [...self::$constants, ...Variables::unchanged($variables, $parts)] : self::$constants;
        $isConstant = fn ($name) => in_array($name, $constants, true);
        // What it makes itself is its own, as in a function: beside a reference, a loop that counts it takes twice as long.
        $made = $part === 'code' ? Variables::madeAnew(array_diff_key($variables, self::$params), $parts) : [];
        $shared = array_map(fn ($name) => ($isConstant($name) ? '' : '&') . "\$$name", array_diff(self::shared($tokens, $variables), $made));
        $use = $shared === [] ? '' : ' use (' . implode(', ', $shared) . ')';
        $begin = "<?php return static function ()$use {";
        $expression = self::withoutEnd($tokens);
        $isExpression = $part === 'code' && self::parses("<?php return ($expression\n);");
        Parts::$texts[$part] = $isExpression ? "$begin return ($expression\n); };" : "$begin $own\n};";
        return true;
    }

    /** The names of those variables that a part names, or of all. */
    private static function shared(array $tokens, array $variables): array
    {
        $tokens = array_values(array_filter($tokens, fn ($token) => !$token->isIgnorable()));
        if (Variables::reachByName($tokens)) {
            return array_keys($variables);
        }
        $named = [];
        $tokens = self::outsideFunctions($tokens);
        foreach ($tokens as $at => $token) {
            if ($token->is([T_VARIABLE, T_STRING_VARNAME])) {
                $named[ltrim($token->text, '$')] ??= !self::isOfLoop($tokens, $at);
            }
        }
        return array_keys(array_intersect_key($variables, array_filter($named)));
    }

    /** The tokens without functions in them, which have variables of their own, but with what these use. */
    private static function outsideFunctions(array $tokens): array
    {
        $outside = [];
        $isHead = $isUse = false;
        $depth = 0;
        foreach ($tokens as $token) {
            $isHead = $isHead && !$token->is(';') || $depth === 0 && $token->is(T_FUNCTION);
            $isUse = $isHead && ($isUse || $token->is(T_USE));
            if ($isHead ? $isUse : $depth === 0) {
                $outside[] = $token;
            }
            if ($isHead || $depth > 0) {
                $depth += match ($token->id) { ord('{'), T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES => 1, ord('}') => -1, default => 0 };
                $isHead = $isHead && $depth === 0;
            }
        }
        return $outside;
    }

    /** Whether a variable is what a loop goes through its values with: a part that begins so has one of its own. */
    private static function isOfLoop(array $tokens, int $at): bool
    {
        $before = implode(' ', array_column(array_slice($tokens, max($at - 3, 0), min($at, 3)), 'text'));
        $next = $tokens[$at + 1]->text ?? '';
        if (preg_match('/(^|\W)for \($/i', $before)) {
            return $next === '=' && !self::isNamedUpToEnd($tokens[$at]->text, array_slice($tokens, $at + 1));
        }
        return in_array($next, [')', '=>'], true) && preg_match('/(^|\W)(as|as \$\w+ =>)$/i', $before) === 1;
    }

    /** Whether a variable is in the statement that tokens begin with. */
    private static function isNamedUpToEnd(string $variable, array $tokens): bool
    {
        $texts = array_column($tokens, 'text');
        $end = array_search(';', $texts, true);
        return in_array($variable, array_slice($texts, 0, $end === false ? null : $end), true);
    }

    /** The text without a last semicolon and what stands behind it. */
    private static function withoutEnd(array $tokens): string
    {
        while (end($tokens)->is([T_WHITESPACE, T_COMMENT, T_DOC_COMMENT, ';'])) {
            array_pop($tokens);
        }
        return implode(array_slice($tokens, 1)); // before it stands what opens a file
    }

    private static function parses(string $text): bool
    {
        try {
            token_get_all($text, TOKEN_PARSE);
            return true;
        } catch (\ParseError) {
            return false;
        }
    }
}
