/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.capture;

/** IP addresses as text. */
final class IpAddress {
    private static final int GROUPS = 8;

    private IpAddress() {}

    /** IPv4 (kept as ::ffff:a.b.c.d) in dotted form, IPv6 as RFC 5952 asks. */
    static String text(final long high, final long low) {
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
