<?php
// What becomes of the variables of a snippet, as far as its text tells: which of them something may change.

namespace Cmpthese;

final class Variables
{
    /** Names of variables that no scope can have of its own. */
    public const TAKEN = '/^(this|GLOBALS|_(GET|POST|COOKIE|FILES|SERVER|ENV|REQUEST|SESSION))$/';
    /** What reaches variables by names that are known only when it runs. */
    private const BY_NAME = '/^(\$|\\\\?(compact|extract|get_defined_vars)|eval|(include|require)(_once)?)$/i';
    private const ASSIGNS = '(\+\+|--|=|([-+*/.%&|^]|\*\*|\?\?|<<|>>)=)';

    /** What `global $a, $b;` and `$GLOBALS['a']` name. */
    public static function globals(array $parts): array
    {
        $names = [];
        foreach ($parts as $text) {
            $tokens = self::significant($text);
            $isListed = false;
            foreach ($tokens as $at => $token) {
                $isListed = $token->is(T_GLOBAL) || $isListed && !$token->is(';');
                $key = $token->text === '$GLOBALS' ? $tokens[$at + 2] ?? null : null;
                if ($key?->is(T_CONSTANT_ENCAPSED_STRING)) {
                    $names[] = substr($key->text, 1, -1);
                } elseif ($isListed && $token->is(T_VARIABLE)) {
                    $names[] = substr($token->text, 1);
                }
            }
        }
        $isFree = fn ($name) => preg_match('/^[a-z_\x80-\xFF][\w\x80-\xFF]*$/i', $name) && !preg_match(self::TAKEN, $name);
        return array_unique(array_filter($names, $isFree));
    }

    public static function significant(string $text): array
    {
        return array_values(array_filter(\PhpToken::tokenize("<?php $text"), fn ($token) => !$token->isIgnorable()));
    }

    public static function reachByName(array $tokens): bool
    {
        return preg_grep(self::BY_NAME, array_column($tokens, 'text')) !== [];
    }

    /** Which parameters have the value that they had, whenever code is called. The others it shares by reference. */
    public static function constants(array $names, array $parts): array
    {
        $between = implode(";\n", array_intersect_key($parts, ['teardown' => true, 'before_each' => true]));
        return self::reachByName(self::significant($between)) ? [] : array_diff($names, self::changed($parts));
    }

    /**
     * Which others do: they are no arrays or objects, nothing has a reference to them, and nothing that the code does with them could give
     * them another value.
     */
    public static function unchanged(array $variables, array $parts): array
    {
        $code = self::significant($parts['code'] ?? '');
        if (self::reachByName($code)) {
            return [];
        }
        $isPlain = fn ($name) => ($variables[$name] === null || is_scalar($variables[$name]))
            && \ReflectionReference::fromArrayElement($variables, $name) === null;
        $names = self::constants(array_filter(array_map('strval', array_keys($variables)), $isPlain), $parts);
        return array_diff($names, self::written($code), self::lent($code));
    }

    /** The names of variables that something may change. */
    private static function changed(array $parts): array
    {
        $code = self::significant($parts['code'] ?? '');
        $names = [...self::globals($parts), ...self::assigned($code), ...self::destructured($code)];
        foreach (['prelude', 'setup', 'variant_setup'] as $part) {
            preg_match_all('/(?<!&)&\s*\$([\w\x80-\xFF]+)/', $parts[$part] ?? '', $found);
            array_push($names, ...$found[1]);
        }
        foreach (['teardown', 'before_each'] as $part) {
            $tokens = self::significant($parts[$part] ?? '');
            array_push($names, ...self::assigned($tokens), ...self::destructured($tokens), ...self::written($tokens), ...self::lent($tokens));
        }
        return $names;
    }

    /** What tokens assign to, or count with. */
    private static function assigned(array $tokens): array
    {
        $names = [];
        foreach ($tokens as $at => $token) {
            $around = ($tokens[$at - 1]->text ?? '') . ' ' . ($tokens[$at + 1]->text ?? '');
            if ($token->is(T_VARIABLE) && preg_match('~^(\+\+|--) | ' . self::ASSIGNS . '$~', $around)) {
                $names[] = substr($token->text, 1);
            }
        }
        return $names;
    }

    /** Those that code makes anew before it reads them, so that an iteration knows nothing of the one before: no other part, function or reference has them. */
    public static function madeAnew(array $variables, array $parts): array
    {
        $code = self::significant($parts['code'] ?? '');
        // Blocks without braces have no end that is looked for.
        $isBlock = fn ($token) => $token->is([T_ENDIF, T_ENDFOR, T_ENDFOREACH, T_ENDWHILE, T_ENDSWITCH, T_GOTO]);
        if (self::reachByName($code) || array_filter($code, $isBlock) !== []) {
            return [];
        }
        $names = [];
        $depth = 0;
        $isFirst = [];    // whether the first statement that names a variable makes it
        foreach ($code as $at => $token) {
            $depth += match ($token->id) { ord('{'), ord('('), T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES => 1, ord('}'), ord(')') => -1, default => 0 };
            if ($token->is([T_VARIABLE, T_STRING_VARNAME])) {
                $isFirst[ltrim($token->text, '$')] ??= $depth === 0 && self::isMade($code, $at);
            }
        }
        $others = self::globals($parts);
        foreach (['teardown', 'before_each'] as $part) {
            $tokens = self::significant($parts[$part] ?? '');
            array_push($others, ...self::named($tokens), ...self::reachByName($tokens) ? array_keys($isFirst) : []);
        }
        foreach (array_diff(array_keys(array_filter($isFirst)), $others) as $name) {
            if (array_key_exists($name, $variables) && \ReflectionReference::fromArrayElement($variables, $name) === null) {
                $names[] = $name;
            }
        }
        return $names;
    }

    /** Whether a variable is assigned to by a statement that begins there and does not read it: `$a = 0;`, and `$b` of `$a = $b = 0;`. */
    private static function isMade(array $tokens, int $at): bool
    {
        $before = $tokens[$at - 1] ?? null;
        // By their numbers: a piece of a text may look like them.
        $begins = $before === null || in_array($before->id, [ord(';'), ord('}'), T_OPEN_TAG], true)
            || $before->id === ord('=') && ($tokens[$at - 2] ?? null)?->is(T_VARIABLE) && self::isMade($tokens, $at - 2);
        if (!$begins || ($tokens[$at + 1]->id ?? 0) !== ord('=') || ($tokens[$at + 2]->text ?? '') === '&') {
            return false;
        }
        for ($next = $at + 2; isset($tokens[$next]) && $tokens[$next]->id !== ord(';'); ++$next) {
            if (ltrim($tokens[$next]->text, '$') === ltrim($tokens[$at]->text, '$') && $tokens[$next]->is([T_VARIABLE, T_STRING_VARNAME])) {
                return false;
            }
        }
        return true;
    }

    /** What `[$a, $b] =` and `list($a, $b) =` name. */
    private static function destructured(array $tokens): array
    {
        $names = [];
        $begins = [];
        foreach ($tokens as $at => $token) {
            if ($token->is(['[', '(', T_ATTRIBUTE])) {
                $begins[] = $at;
            } elseif ($token->is([']', ')'])) {
                $begin = array_pop($begins) ?? 0;
                $before = $tokens[$begin - 1] ?? null;
                $isPattern = $token->is(']') ? !$before?->is([T_VARIABLE, T_STRING, ']']) : $before?->is(T_LIST);
                if ($isPattern && ($tokens[$at + 1]->text ?? '') === '=') {
                    array_push($names, ...self::named(array_slice($tokens, $begin, $at - $begin)));
                }
            }
        }
        return $names;
    }

    private static function named(array $tokens): array
    {
        $variables = array_filter($tokens, fn ($token) => $token->is([T_VARIABLE, T_STRING_VARNAME]));
        return array_map(fn ($token) => ltrim($token->text, '$'), array_values($variables));
    }

    /** What is written to otherwise: at a place in it, as what a loop gives its values to, or by a reference. */
    private static function written(array $tokens): array
    {
        $names = [];
        foreach ($tokens as $at => $token) {
            if ($token->is(T_AS)) {
                array_push($names, ...self::named(array_slice($tokens, $at, self::endOf($tokens, $at + 1) - $at)));
            }
            $before = $tokens[$at - 1] ?? null;
            $isReference = $before?->text === '&' && ($tokens[$at - 2] ?? null)?->is(['=', '(', ',', '[', T_DOUBLE_ARROW]);
            $isCaught = $before?->is([T_STRING, T_NAME_QUALIFIED, T_NAME_FULLY_QUALIFIED]);
            if ($token->is(T_VARIABLE) && ($isReference || $isCaught || self::isWrittenInto($tokens, $at))) {
                $names[] = substr($token->text, 1);
            }
        }
        return $names;
    }

    /** Whether `$a[0][1] =` begins there. */
    private static function isWrittenInto(array $tokens, int $at): bool
    {
        $next = $at + 1;
        while (($tokens[$next]->text ?? '') === '[') {
            $next = self::endOf($tokens, $next + 1) + 1;
        }
        return $next > $at + 1 && preg_match('~^' . self::ASSIGNS . '$~', $tokens[$next]->text ?? '') === 1;
    }

    /** What functions get whole that may want a reference: of those that are known it is asked, of others it is not. */
    private static function lent(array $tokens): array
    {
        $names = [];
        $calls = [];    // what is called, and which of its arguments it is, for each bracket that is open
        foreach ($tokens as $at => $token) {
            $before = $tokens[$at - 1] ?? null;
            if ($token->is(['(', '[', '{', T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES, T_ATTRIBUTE])) {
                $calls[] = [$token->is('(') ? self::calledAt($tokens, $at) : null, 0];
            } elseif ($token->is([')', ']', '}'])) {
                array_pop($calls);
            } elseif ($token->is(',') && $calls !== []) {
                ++$calls[array_key_last($calls)][1];
            } elseif ($token->is(T_VARIABLE) && $before?->is(['(', ',', ':', T_ELLIPSIS]) && ($tokens[$at + 1] ?? null)?->is([')', ','])) {
                [$called, $number] = end($calls) ?: [null, 0];
                if ($called !== null && self::mayWantReference($called, $before->is([':', T_ELLIPSIS]) ? null : $number)) {
                    $names[] = substr($token->text, 1);
                }
            }
        }
        return $names;
    }

    /** What the bracket there calls: the name of a function, an empty one where that is not known, or nothing where it calls nothing. */
    private static function calledAt(array $tokens, int $at): ?string
    {
        $called = $tokens[$at - 1] ?? null;
        $before = $tokens[$at - 2] ?? null;
        if ($called?->is([T_VARIABLE, ')', ']', '}', T_CLASS, T_STATIC])) {
            return '';
        }
        if (!$called?->is([T_STRING, T_NAME_QUALIFIED, T_NAME_FULLY_QUALIFIED])) {
            return null;
        }
        return $before?->is([T_OBJECT_OPERATOR, T_NULLSAFE_OBJECT_OPERATOR, T_DOUBLE_COLON, T_NEW]) ? '' : $called->text;
    }

    /** Whether a function may want one in the place of an argument, which is counted from 0, or of any. */
    private static function mayWantReference(string $function, ?int $number): bool
    {
        if (!function_exists($function)) {
            return true;
        }
        $parameters = (new \ReflectionFunction($function))->getParameters();
        $last = end($parameters);
        $parameter = $parameters[$number ?? count($parameters)] ?? ($last && $last->isVariadic() ? $last : null);
        $all = $number === null ? $parameters : array_filter([$parameter]);
        return array_filter($all, fn ($parameter) => $parameter->isPassedByReference()) !== [];
    }

    /** Where the bracket is closed that is open at this place. */
    private static function endOf(array $tokens, int $at): int
    {
        for ($depth = 1; $at < count($tokens); ++$at) {
            $depth += $tokens[$at]->is(['(', '[', T_ATTRIBUTE]) <=> $tokens[$at]->is([')', ']']);
            if ($depth === 0) {
                break;
            }
        }
        return $at;
    }
}
