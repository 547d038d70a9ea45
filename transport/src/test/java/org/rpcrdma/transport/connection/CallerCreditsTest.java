// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallerCreditsTest {
    private final CallerCredits credits = new CallerCredits(32);

    @Test
    void shouldHaveOneCreditUntilTheFirstReply() {
        assertTrue(credits.hasOne());
        credits.use();
        assertFalse(credits.hasOne());
        credits.release();
        assertTrue(credits.hasOne());
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "31, 31", "32, 32", "33, 32", "4294967295, 32"})
    void shouldUseAsManyCreditsAsGrantedAndRequested(final long granted, final int usable) {
        credits.onGrant(granted);
        assertEquals(usable, credits.granted());
        for (int i = 0; i < usable; i++) {
            assertTrue(credits.hasOne());
            credits.use();
        }
        assertFalse(credits.hasOne());
    }

    @Test
    void shouldSendNoMoreUntilCallsBeyondALowerGrantAreAnswered() {
        credits.onGrant(2);
        credits.use();
        credits.use();
        credits.onGrant(1);
        credits.release();
        assertFalse(credits.hasOne());
        credits.release();
        assertTrue(credits.hasOne());
    }
}
