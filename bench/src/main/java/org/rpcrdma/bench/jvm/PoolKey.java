// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.util.regex.Pattern;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.frmr.FrmrPoolStatus;

/**
 * A pool's key in the syntax of {@code rdma}: four hexadecimal fields, for example {@code 0:1000:1:0}.
 *
 * <pre>
 *   vendor_key : num_dma_blocks : access_flags : ats
 *     64 bits       64 bits         32 bits      0 or 1
 * </pre>
 *
 * <p>Further fields are reserved and must be 0. A trailing colon is allowed. A field may begin with {@code 0x}. The
 * kernel vendor key is private to the driver and has no field.
 *
 * @param vendorKey   the vendor key, an unsigned number.
 * @param dmaBlocks   the number of DMA blocks, 0 or more.
 * @param accessFlags the access flags, 32 bits.
 * @param ats         true if the pool uses address translation services.
 */
record PoolKey(long vendorKey, long dmaBlocks, int accessFlags, boolean ats) {
    private static final int FIELDS = 4;
    private static final int DMA_BLOCKS = 1;
    private static final int ACCESS_FLAGS = 2;
    private static final int ATS = 3;
    private static final Pattern FIELD = Pattern.compile("(?:0[xX])?0*([0-9a-fA-F]{1,16})");

    static PoolKey of(final FrmrPoolStatus pool) {
        return new PoolKey(pool.getVendorKey(), pool.getDmaBlocks(), pool.getAccessFlags(), pool.isAts());
    }

    static PoolKey parse(final String text) {
        final String[] words =
                text.isEmpty() ? new String[0] : withoutLastColon(text).split(":", -1);
        final long[] fields = new long[Math.max(FIELDS, words.length)];
        for (int i = 0; i < words.length; i++) {
            fields[i] = field(text, words[i]);
            checkRange(i, fields[i]);
        }
        if (words.length < FIELDS) {
            throw new InputException("Invalid pool key: " + text + ", expected 4 fields");
        }
        return new PoolKey(fields[0], fields[DMA_BLOCKS], (int) fields[ACCESS_FLAGS], fields[ATS] == 1);
    }

    private static String withoutLastColon(final String text) {
        return text.endsWith(":") ? text.substring(0, text.length() - 1) : text;
    }

    private static long field(final String text, final String word) {
        final var digits = FIELD.matcher(word);
        if (!digits.matches()) {
            throw new InputException("Invalid pool key: " + text);
        }
        return Long.parseUnsignedLong(digits.group(1), 16);
    }

    private static void checkRange(final int index, final long value) {
        if (index >= FIELDS && value != 0) {
            throw new InputException("Unsupported pool attributes passed in pool key");
        }
        final long most = most(index);
        if (Long.compareUnsigned(value, most) > 0) {
            throw new InputException("Pool key field at index " + index + " value out of range");
        }
    }

    /** Returns a field's maximum value. Pools store the number of DMA blocks in 63 bits. */
    private static long most(final int index) {
        switch (index) {
            case DMA_BLOCKS:
                return Long.MAX_VALUE;
            case ACCESS_FLAGS:
                return 0xffff_ffffL;
            case ATS:
                return 1;
            default:
                return -1;
        }
    }

    @Override
    public String toString() {
        return Long.toHexString(vendorKey)
                + ":" + Long.toHexString(dmaBlocks)
                + ":" + Integer.toHexString(accessFlags)
                + ":" + (ats ? 1 : 0);
    }
}
