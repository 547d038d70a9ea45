// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.frame;

import java.nio.charset.StandardCharsets;

/**
 * Recognizes iWARP in TCP traffic. iWARP is not supported, so the traffic can only be reported.
 *
 * <p>The signs of iWARP are the keys in MPA requests and replies (RFC 5044, section 7.1.1), and an FPDU with matching
 * length, DDP version and RDMAP version (RFC 5041 and 5040, section 4).
 */
final class IwarpSigns {
    private static final byte[] KEY = "MPA ID Re".getBytes(StandardCharsets.US_ASCII);
    private static final int TCP_LENGTH = 20;
    private static final int TCP_HEADER_WORDS = 12;
    private static final int NFS_PORT = 20049;
    private static final int CRC_LENGTH = 4;

    private IwarpSigns() {}

    static boolean isIn(final Frame frame) {
        if (!frame.has(TCP_LENGTH)) {
            return false;
        }
        final int payload = (frame.octet(TCP_HEADER_WORDS) >> 4) * Integer.BYTES;
        if (payload < TCP_LENGTH || !frame.has(payload + KEY.length)) {
            return false;
        }
        boolean isKey = true;
        for (int i = 0; i < KEY.length; i++) {
            isKey &= frame.octet(payload + i) == KEY[i];
        }
        final boolean isNfs = frame.word16(0) == NFS_PORT || frame.word16(2) == NFS_PORT;
        return isKey || isNfs && isUnit(frame, payload);
    }

    private static boolean isUnit(final Frame frame, final int at) {
        final int length = frame.word16(at);
        final boolean fits = at + (2 + length + 3 & -4) + CRC_LENGTH <= frame.end - frame.position;
        return fits && (frame.octet(at + 2) & 3) == 1 && frame.octet(at + 3) >> 6 == 1;
    }
}
