import ("math"; "math/rand"; "time")
var y uint32 = 1
var count int
var left float64
var random = rand.New(rand.NewSource(time.Now().UnixNano()))
func steps(n float64) int {
    z := y
    for i := int(n); i > 0; i-- { z = z * 1664525 + 1013904223 }
    y = z
    return int(z)
}
func uniform() float64 { return 1 - random.Float64() }
func pick(when bool, dear, cheap float64) float64 { if when { return dear }; return cheap }
func every(n float64) bool { count++; return count % int(n) == 0 }
func chance(part float64) bool { return uniform() < part }
func first(dear, n float64) bool { count++; return float64((count - 1) % int(n)) < dear }
func once() bool { count++; return count == 1 }
func saw(n, least, more float64) float64 { count++; return least + more * float64(count % int(n)) }
func exponential(mean float64) float64 { return -math.Log(uniform()) * mean }
func gauss() float64 { return random.NormFloat64() }
func lognormal(middle, spread float64) float64 { return math.Exp(middle + spread * gauss()) }
func after_gap(most, dear, cheap float64) float64 {
    now := cheap
    if left < 1 { left = 1 + math.Floor(random.Float64() * most); now += dear }
    left--
    return now
}
var lucky, place float64
func luck(low, high float64) float64 { if lucky == 0 { lucky = pick(uniform() < 0.5, low, high) }; return lucky }
func walk(middle, spread, keep float64) float64 {
    count++
    if count == 1 { place = gauss() } else { place = keep * place + math.Sqrt(1 - keep * keep) * gauss() }
    return math.Exp(middle + spread * place)
}
func pareto(least, shape float64) float64 { return least * math.Min(math.Pow(uniform(), -1 / shape), 1000) }
func switching(n, dear, cheap float64) float64 {
    count++
    if uniform() < pick(count == 1, 0.5, 1 / n) { left = 1 - left }
    return pick(left > 0, dear, cheap)
}
