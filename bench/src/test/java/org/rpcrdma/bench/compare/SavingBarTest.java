// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SavingBarTest {
    private static final Spread LOSS = new Spread(-10, -40, 20);
    private static final Spread GAIN = new Spread(30, 10, 60);

    @Test
    void shouldDrawAllIntervalsOnOneScaleWithItsZero() {
        final SavingBar bar = SavingBar.of(List.of(LOSS, GAIN), 21);

        assertEquals("-40     0         +60", bar.axis("%+.0f"::formatted));
        assertEquals("[-----o-+---]", bar.of(LOSS));
        assertEquals("        : [---o-----]", bar.of(GAIN));
    }

    @Test
    void shouldBeginAtZeroIfNothingIsLost() {
        final SavingBar bar = SavingBar.of(List.of(GAIN), 13);

        assertEquals("0         +60", bar.axis("%+.0f"::formatted));
        assertEquals(": [---o-----]", bar.of(GAIN));
    }

    @Test
    void shouldDrawOnePointIfNothingDiffers() {
        final SavingBar bar = SavingBar.of(List.of(new Spread(0, 0, 0)), 13);

        assertEquals("0", bar.axis("%+.0f"::formatted));
        assertEquals("o", bar.of(new Spread(0, 0, 0)));
    }
}
