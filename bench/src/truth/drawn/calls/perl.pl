my ($y, $count, $left) = (1, 0, 0);
sub steps { my $z = $y; for my $i (1 .. $_[0]) { $z = ($z * 1664525 + 1013904223) & 0xffffffff } return $y = $z }
sub uniform { 1 - rand }
sub pick { $_[0] ? $_[1] : $_[2] }
sub every { ++$count % $_[0] == 0 }
sub chance { uniform() < $_[0] }
sub first { $count++ % $_[1] < $_[0] }
sub once { ++$count == 1 }
sub saw { $_[1] + $_[2] * (++$count % $_[0]) }
sub exponential { -log(uniform()) * $_[0] }
sub gauss { sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform()) }
sub lognormal { exp($_[0] + $_[1] * gauss()) }
sub after_gap {
    my $now = $_[2];
    if ($left < 1) { $left = 1 + int(rand($_[0])); $now += $_[1] }
    $left -= 1;
    return $now;
}
my ($lucky, $place);
sub luck { $lucky //= uniform() < 0.5 ? $_[0] : $_[1] }
sub walk {
    $place = defined $place ? $_[2] * $place + sqrt(1 - $_[2] ** 2) * gauss() : gauss();
    return exp($_[0] + $_[1] * $place);
}
sub pareto { my $times = uniform() ** (-1 / $_[1]); return $_[0] * ($times < 1000 ? $times : 1000) }
sub switching {
    $left = !$left if uniform() < (++$count == 1 ? 0.5 : 1 / $_[0]);
    return $left ? $_[1] : $_[2];
}
