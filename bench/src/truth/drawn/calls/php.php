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
function lognormal($middle, $spread) { return exp($middle + $spread * gauss()); }
function after_gap($most, $dear, $cheap) {
    static $left = 0;
    $now = $cheap;
    if ($left < 1) { $left = 1 + floor(mt_rand() / (mt_getrandmax() + 1) * $most); $now += $dear; }
    $left -= 1;
    return $now;
}
function gauss() { return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform()); }
function luck($low, $high) { static $lucky; return $lucky ??= uniform() < 0.5 ? $low : $high; }
function walk($middle, $spread, $keep) {
    static $place;
    $place = $place === null ? gauss() : $keep * $place + sqrt(1 - $keep * $keep) * gauss();
    return exp($middle + $spread * $place);
}
function pareto($least, $shape) { return $least * min(uniform() ** (-1 / $shape), 1000); }
function switching($n, $dear, $cheap) {
    static $is_dear = false;
    if (uniform() < (counted() === 1 ? 0.5 : 1 / $n)) $is_dear = !$is_dear;
    return $is_dear ? $dear : $cheap;
}
