$y, $count, $left = 1, 0, 0
def steps(n)
  z = $y
  i = n.to_i
  while i > 0
    z = (z * 1664525 + 1013904223) & 0xffffffff
    i -= 1
  end
  $y = z
end
def uniform = 1 - rand
def pick(on, dear, cheap) = on ? dear : cheap
def every(n) = ($count += 1) % n == 0
def chance(part) = uniform < part
def first(dear, n) = (($count += 1) - 1) % n < dear
def once = ($count += 1) == 1
def saw(n, least, more) = least + more * (($count += 1) % n)
def exponential(mean) = -Math.log(uniform) * mean
def lognormal(middle, spread) = Math.exp(middle + spread * gauss)
def after_gap(most, dear, cheap)
  now = cheap
  if $left < 1
    $left = 1 + (rand * most).floor
    now += dear
  end
  $left -= 1
  now
end
def gauss = Math.sqrt(-2 * Math.log(uniform)) * Math.cos(6.283185307179586 * uniform)
def luck(low, high) = $lucky ||= uniform < 0.5 ? low : high
def walk(middle, spread, keep)
  $place = $place ? keep * $place + Math.sqrt(1 - keep * keep) * gauss : gauss
  Math.exp(middle + spread * $place)
end
def pareto(least, shape) = least * [uniform ** (-1.0 / shape), 1000].min
def switching(n, dear, cheap)
  $left = 1 - $left if uniform < (($count += 1) == 1 ? 0.5 : 1.0 / n)
  $left == 1 ? dear : cheap
end
