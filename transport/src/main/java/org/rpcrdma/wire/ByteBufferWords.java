// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** XDR's words in a {@link ByteBuffer}, whatever its order and position, for JVMs that keep Agrona from memory. */
final class ByteBufferWords {
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private ByteBufferWords() {}

    static int getInt(final ByteBuffer bytes, final int position) {
        return (int) INT.get(bytes, position);
    }

    static long getLong(final ByteBuffer bytes, final int position) {
        return (long) LONG.get(bytes, position);
    }

    static void putInt(final ByteBuffer bytes, final int position, final int value) {
        INT.set(bytes, position, value);
    }

    static void putLong(final ByteBuffer bytes, final int position, final long value) {
        LONG.set(bytes, position, value);
    }
}
