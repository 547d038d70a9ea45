// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkRequestIdTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 77, Integer.MAX_VALUE})
    void shouldNameCallAndRequests(final int call) {
        final long end = WorkRequestId.endOfChain(call, 1000, true);
        assertEquals(call, WorkRequestId.call(end));
        assertEquals(1000, WorkRequestId.requests(end));
        assertTrue(WorkRequestId.isLast(end));
        assertFalse(WorkRequestId.isReverse(end));
        assertFalse(WorkRequestId.isLast(WorkRequestId.endOfChain(call, 1000, false)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, Integer.MAX_VALUE})
    void shouldEndNothingWithinAChain(final int call) {
        final long within = WorkRequestId.of(call);
        assertEquals(call, WorkRequestId.call(within));
        assertEquals(0, WorkRequestId.requests(within));
        assertFalse(WorkRequestId.isEndOfChain(within));
        assertFalse(WorkRequestId.isLast(within));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, Integer.MAX_VALUE})
    void shouldDistinguishTheReverseDirection(final int call) {
        final long reverse = WorkRequestId.reverse(call);
        assertTrue(WorkRequestId.isReverse(reverse));
        assertEquals(call, WorkRequestId.call(reverse));
        assertTrue(WorkRequestId.isEndOfChain(reverse));
    }
}
