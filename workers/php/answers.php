<?php
// Answers in canonical form, as docs/protocol.md has it.

namespace Cmpthese;

const HEAD_MAX = 65536;
const DEPTH_MAX = 1000;

/** The limits of regular expressions that PHP begins with. */
const LIMITS = ['pcre.backtrack_limit' => '1000000', 'pcre.recursion_limit' => '100000'];

/** What a function of the host gives, with those limits: a snippet may have set lower ones, and an expression that comes to one finds nothing. */
function withOwnLimits(\Closure $act): mixed
{
    $given = [];
    foreach (LIMITS as $name => $value) {
        $given[$name] = ini_set($name, $value);
    }
    try {
        return $act();
    } finally {
        foreach ($given as $name => $value) {
            ini_set($name, (string) $value);
        }
    }
}

/** The fields of an answer; the digest where the head is not the whole. */
function answer(mixed $value, bool $isLenient): array
{
    $whole = form($value, $isLenient, 0);
    $fields = ['length' => strlen($whole), 'head' => substr($whole, 0, HEAD_MAX)];
    return strlen($whole) > HEAD_MAX ? $fields + ['digest' => hash('sha256', $whole)] : $fields;
}

function form(mixed $value, bool $isLenient, int $depth): string
{
    if ($depth > DEPTH_MAX) {
        throw new \Exception('the answer is nested deeper than 1000 levels, or contains itself: return data');
    }
    $number = fn (string $text) => $isLenient ? "\"$text\"" : $text;
    return match (true) {
        $value === null => 'null',
        is_bool($value) => $isLenient ? ($value ? '"1"' : '""') : ($value ? 'true' : 'false'),
        is_int($value) => $number((string) $value),
        is_float($value) => $number(numberForm($value)),
        is_string($value) => '"' . escaped(bytesOf($value)) . '"',
        is_array($value) => arrayForm($value, $isLenient, $depth),
        is_object($value) => objectForm($value, $isLenient, $depth),
        default => throw refused('a ' . get_debug_type($value)),
    };
}

/** An array whose keys are 0, 1 and so on in this order is a list. */
function arrayForm(array $array, bool $isLenient, int $depth): string
{
    if (array_is_list($array)) {
        return '[' . implode(', ', array_map(fn ($item) => form($item, $isLenient, $depth + 1), $array)) . ']';
    }
    return table($array, $isLenient, $depth);
}

function table(array $array, bool $isLenient, int $depth): string
{
    $entries = [];
    foreach ($array as $key => $item) {
        $entries[] = [bytesOf((string) $key), $item];
    }
    usort($entries, fn ($one, $other) => strcmp($one[0], $other[0]));
    $written = fn ($entry) => '"' . escaped($entry[0]) . '": ' . form($entry[1], $isLenient, $depth + 1);
    return '{' . implode(', ', array_map($written, $entries)) . '}';
}

/** The name of the class stands before the data. */
function objectForm(object $object, bool $isLenient, int $depth): string
{
    $class = explode("\0", $object::class)[0]; // behind it stands where a class without a name is
    $name = escaped(bytesOf($class));
    if ($object instanceof \UnitEnum) {
        return "$name " . form($object->name, $isLenient, $depth);
    }
    if ($object instanceof \ArrayObject || $object instanceof \ArrayIterator) {
        return "$name " . arrayForm($object->getArrayCopy(), $isLenient, $depth);
    }
    if ($object instanceof \SplFixedArray || $object instanceof \SplDoublyLinkedList) {
        return "$name " . arrayForm(iterator_to_array($object, false), $isLenient, $depth);
    }
    $properties = [];
    foreach ((array) $object as $key => $item) {
        $properties[preg_replace('/^\0.*\0/', '', (string) $key)] = $item; // protected and private ones have the class before them
    }
    $isData = !$object instanceof \Closure && !$object instanceof \Generator;
    if (!$isData || $properties === [] && !$object instanceof \stdClass) {
        throw refused("an object of class $class");
    }
    return "$name " . table($properties, $isLenient, $depth);
}

function refused(string $what): \Exception
{
    return new \Exception("the answer holds $what, which cannot be compared: return data");
}

function numberForm(float $number): string
{
    if (!is_finite($number)) {
        return is_nan($number) ? 'NaN' : ($number > 0 ? 'Inf' : '-Inf');
    }
    if (abs($number) < 2 ** 53 && floor($number) === $number) {
        return (string) (int) $number;
    }
    foreach ([15, 16] as $digits) {
        $text = shown($number, $digits);
        if ((float) $text === $number) {
            return $text;
        }
    }
    return shown($number, 17);
}

/** As %g of printf(3) shows it. */
function shown(float $number, int $digits): string
{
    preg_match('/^(-?)(\d)\.?(\d*)e([-+]\d+)$/', sprintf('%.' . ($digits - 1) . 'e', $number), $found);
    [, $sign, $first, $rest, $power] = $found;
    $significant = rtrim($first . $rest, '0');
    $exponent = (int) $power;
    if ($exponent < -4 || $exponent >= $digits) {
        $fraction = strlen($significant) > 1 ? '.' . substr($significant, 1) : '';
        return sprintf('%s%s%se%s%02d', $sign, $significant[0], $fraction, $exponent < 0 ? '-' : '+', abs($exponent));
    }
    if ($exponent < 0) {
        return $sign . '0.' . str_repeat('0', -$exponent - 1) . $significant;
    }
    $whole = str_pad(substr($significant, 0, $exponent + 1), $exponent + 1, '0');
    $fraction = substr($significant, $exponent + 1);
    return $sign . $whole . ($fraction === '' ? '' : ".$fraction");
}

/** Characters up to Latin-1 are a byte each; one beyond makes the whole text UTF-8. What is no UTF-8 is bytes as they are. */
function bytesOf(string $text): string
{
    if (!preg_match('/[\x80-\xFF]/', $text) || preg_match('/[\xC4-\xFF]/', $text) || !preg_match('//u', $text)) {
        return $text;
    }
    $narrow = fn (array $match) => chr((ord($match[0][0]) & 3) << 6 | ord($match[0][1]) & 0x3F);
    return preg_replace_callback('/[\xC2\xC3][\x80-\xBF]/', $narrow, $text);
}

function escaped(string $bytes): string
{
    if (!preg_match('/[^ !#-\[\]-~]/', $bytes)) {
        return $bytes;
    }
    static $escapes = null;
    if ($escapes === null) {
        foreach (range(0, 255) as $byte) {
            if ($byte < 32 || $byte > 126) {
                $escapes[chr($byte)] = sprintf('\x%02X', $byte);
            }
        }
        $escapes = ["\n" => '\n', "\t" => '\t', "\r" => '\r', '"' => '\"', '\\' => '\\\\'] + $escapes;
    }
    return strtr($bytes, $escapes);
}
