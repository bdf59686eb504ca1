function steps($n) {
    static $y = 1;
    $z = $y;
    for ($i = (int)$n; $i > 0; --$i) $z = ($z * 1664525 + 1013904223) & 0xffffffff;
    return $y = $z;
}
function counted() { static $count = 0; return ++$count; }
function uniform() { return 1 - mt_rand() / (mt_getrandmax() + 1); }
function pick($when, $dear, $cheap) { return $when ? $dear : $cheap; }
function every($n) { return counted() % (int)$n === 0; }
function chance($part) { return uniform() < $part; }
function first($dear, $n) { return (counted() - 1) % (int)$n < $dear; }
function once() { return counted() === 1; }
function saw($n, $least, $more) { return $least + $more * (counted() % (int)$n); }
function exponential($mean) { return -log(uniform()) * $mean; }
function lognormal($middle, $spread) { return exp($middle + $spread * sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform())); }
function after_gap($most, $dear, $cheap) {
    static $left = 0;
    $now = $cheap;
    if ($left < 1) { $left = 1 + floor(mt_rand() / (mt_getrandmax() + 1) * $most); $now += $dear; }
    $left -= 1;
    return $now;
}
