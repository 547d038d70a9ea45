// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import java.util.HashMap;
import java.util.Map;

/** Lays out a C structure by the rules of the x86-64 System V ABI: every field at a multiple of its own alignment. */
final class CStruct {
    private final Map<String, Long> offsets = new HashMap<>();
    private long end;
    private long alignment = 1;

    private CStruct() {}

    /**
     * Lays out fields.
     *
     * @param fields each {@code TYPE NAME}, with TYPE one of ptr, u8, u16, u32, u64, or bytesN/A: N bytes aligned to A.
     */
    static CStruct of(final String... fields) {
        final CStruct struct = new CStruct();
        for (final String field : fields) {
            final String[] words = field.split(" ");
            struct.add(words[0], words[1]);
        }
        return struct;
    }

    private void add(final String type, final String name) {
        final long size;
        long own;
        if (type.startsWith("bytes")) {
            final String[] numbers = type.substring("bytes".length()).split("/");
            size = Long.parseLong(numbers[0]);
            own = Long.parseLong(numbers[1]);
        } else {
            size = type.equals("ptr") ? Long.BYTES : Long.parseLong(type.substring(1)) / Byte.SIZE;
            own = size;
        }
        end = align(end, own);
        offsets.put(name, end);
        end += size;
        alignment = Math.max(alignment, own);
    }

    private static long align(final long value, final long to) {
        return (value + to - 1) / to * to;
    }

    long at(final String name) {
        return offsets.get(name);
    }

    long size() {
        return align(end, alignment);
    }
}
