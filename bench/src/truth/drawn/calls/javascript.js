let y = 1, count = 0, left = 0;
function steps(n) { let z = y; for (let i = n | 0; i > 0; i--) z = (Math.imul(z, 1664525) + 1013904223) | 0; return y = z; }
function uniform() { return 1 - Math.random(); }
function pick(when, dear, cheap) { return when ? dear : cheap; }
function every(n) { return ++count % n === 0; }
function chance(part) { return uniform() < part; }
function first(dear, n) { return count++ % n < dear; }
function once() { return ++count === 1; }
function saw(n, least, more) { return least + more * (++count % n); }
function exponential(mean) { return -Math.log(uniform()) * mean; }
function gauss() { return Math.sqrt(-2 * Math.log(uniform())) * Math.cos(6.283185307179586 * uniform()); }
function lognormal(middle, spread) { return Math.exp(middle + spread * gauss()); }
function after_gap(most, dear, cheap) {
    let now = cheap;
    if (left < 1) { left = 1 + Math.floor(Math.random() * most); now += dear; }
    left -= 1;
    return now;
}
let lucky = 0, place = 0;
function luck(low, high) { return lucky ||= uniform() < 0.5 ? low : high; }
function walk(middle, spread, keep) {
    place = ++count === 1 ? gauss() : keep * place + Math.sqrt(1 - keep * keep) * gauss();
    return Math.exp(middle + spread * place);
}
function pareto(least, shape) { return least * Math.min(uniform() ** (-1 / shape), 1000); }
function switching(n, dear, cheap) {
    if (uniform() < (++count === 1 ? 0.5 : 1 / n)) left = 1 - left;
    return left ? dear : cheap;
}
