// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionsTest {
    private static final int CAPACITY = 3;
    private static final int QP_NUMBER = 0xabcdef;

    private final Completions batch = new Completions(CAPACITY);

    private void append(final int i) {
        batch.append(
                -1L - i,
                CompletionStatus.RNR_RETRY_EXC_ERR,
                QP_NUMBER,
                CompletionOpcode.RECV,
                Integer.MAX_VALUE - i,
                Completions.WITH_IMMEDIATE,
                Integer.MIN_VALUE + i,
                77 + i);
    }

    @Test
    void shouldReturnWhatWasAppended() {
        for (int i = 0; i < CAPACITY; i++) {
            append(i);
        }
        assertEquals(CAPACITY, batch.count());
        for (int i = 0; i < CAPACITY; i++) {
            assertEquals(-1L - i, batch.wrId(i));
            assertEquals(CompletionStatus.RNR_RETRY_EXC_ERR, batch.status(i));
            assertEquals(QP_NUMBER, batch.qpNumber(i));
            assertEquals(CompletionOpcode.RECV, batch.opcode(i));
            assertEquals(Integer.MAX_VALUE - i, batch.byteLength(i));
            assertEquals(Completions.WITH_IMMEDIATE, batch.flags(i));
            assertEquals(Integer.MIN_VALUE + i, batch.immediate(i));
            assertEquals(Integer.MIN_VALUE + i, batch.invalidatedKey(i));
            assertEquals(77 + i, batch.sourceQueuePair(i));
        }
        batch.clear();
        assertEquals(0, batch.count());
    }

    @Test
    void shouldReturnWhatADeviceWroteItself() {
        append(0);
        UnsafeApi.putLong(batch.address() + Completions.ROW_BYTES, 4711);
        batch.appendRows(1);
        assertEquals(2, batch.count());
        assertEquals(4711, batch.wrId(1));
        assertEquals(CompletionStatus.SUCCESS, batch.status(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, CAPACITY, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void shouldReadNothingOutsideOfItsMemory(final int i) {
        assertThrows(IndexOutOfBoundsException.class, () -> batch.wrId(i));
        assertThrows(IndexOutOfBoundsException.class, () -> batch.flags(i));
    }

    @Test
    void shouldAppendNothingBeyondItsCapacity() {
        for (int i = 0; i < CAPACITY; i++) {
            append(i);
        }
        assertThrows(IndexOutOfBoundsException.class, () -> append(CAPACITY));
        assertEquals(CAPACITY, batch.count());
    }

    @Test
    void shouldRefuseToHoldNothing() {
        assertThrows(IllegalArgumentException.class, () -> new Completions(0));
    }
}
