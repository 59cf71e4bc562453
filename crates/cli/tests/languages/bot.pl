# Fertilises the first of its own tiles, and looks around if there is none.
use strict;
use warnings;

$| = 1;
my (undef, $rows) = split ' ', <STDIN>;
while (my $line = <STDIN>) {
    next unless $line =~ /^turn /;
    my $answer;
    for my $row (0 .. $rows - 1) {
        my @scores = split ' ', <STDIN>;
        for my $col (0 .. $#scores) {
            $answer //= "fertilise $row $col" if $scores[$col] != 0;
        }
    }
    print $answer // 'scout 5 5', "\n";
}
