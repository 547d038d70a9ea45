// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.rpcrdma.ibverbs.library.DriverCalls;

/** Tests the calls of the drivers if a process has several drivers. */
class DriverCallsTest extends DriverTest {
    private static final int ENTRIES = 16;

    private DriverCalls calls() {
        return fake.open().context().calls();
    }

    @Test
    void shouldHaveAClassForEachDriver() {
        fake.op(FakeVerbs.POLL_CQ, (cq, entries, wc, d, e, f) -> 7);
        final DriverCalls first = calls();
        assertSame(first, calls());
        fake.useLibc(FakeVerbs.POLL_CQ, "strnlen");
        final DriverCalls other = calls();
        assertNotSame(first.getClass(), other.getClass());
        assertEquals(7, first.poll(fake.object(), ENTRIES, 0));
        assertEquals(0, other.poll(fake.object(), ENTRIES, 0));
    }

    @Test
    void shouldOpenADeviceWhoseDriverLacksAFunction() {
        fake.context.set(JAVA_LONG, FakeVerbs.POST_SRQ_RECV, 0);
        final DriverCalls calls = calls();
        assertThrows(IllegalArgumentException.class, () -> calls.postSharedReceive(1, 2, 3));
        assertEquals(0, calls.postReceive(1, 2, 3));
    }
}
