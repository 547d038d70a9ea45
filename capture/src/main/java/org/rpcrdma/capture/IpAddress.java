// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.rpcrdma.capture.frame.Frame;

/** Formats IP addresses and InfiniBand local identifiers. */
final class IpAddress {
    private static final int GROUPS = 8;

    private IpAddress() {}

    /**
     * Formats an IPv4 address, which is stored as ::ffff:a.b.c.d, in dotted decimal form, or an IPv6 address according
     * to RFC 5952.
     */
    static String text(final long high, final long low) {
        if (high == Frame.LOCAL_IDENTIFIER) {
            return "LID-" + low;
        }
        if (high == 0 && low >>> 32 == 0xffff) {
            return (low >> 24 & 0xff) + "." + (low >> 16 & 0xff) + "." + (low >> 8 & 0xff) + "." + (low & 0xff);
        }
        final int[] groups = new int[GROUPS];
        for (int i = 0; i < GROUPS; i++) {
            groups[i] = (int) ((i < 4 ? high : low) >>> (3 - i % 4) * 16) & 0xffff;
        }
        int zerosAt = 0;
        int zeros = 0;
        for (int i = 0; i < GROUPS; i++) {
            int run = 0;
            while (i + run < GROUPS && groups[i + run] == 0) {
                run++;
            }
            if (run > zeros) {
                zeros = run;
                zerosAt = i;
            }
        }
        return zeros < 2
                ? join(groups, 0, GROUPS)
                : join(groups, 0, zerosAt) + "::" + join(groups, zerosAt + zeros, GROUPS);
    }

    private static String join(final int[] groups, final int from, final int to) {
        final StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            text.append(i == from ? "" : ":").append(Integer.toHexString(groups[i]));
        }
        return text.toString();
    }
}
