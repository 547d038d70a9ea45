// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Describes the rejection of a connection request by the peer ({@code RDMA_CM_EVENT_REJECTED}). Stateless. */
public final class Rejection {
    private Rejection() {}

    /**
     * Describes a rejection for {@link ConnectionHandler#onRejected}. The peer's bytes are shown as text if they are
     * printable ASCII, and as hexadecimal digits otherwise. Trailing zeros are padding and are omitted.
     *
     * @param reason      the reason in the message (the event's status); 28 means that the peer's application rejected
     *                    the request.
     * @param privateData the private data in the rejection, with or without padding.
     * @return a one-line description.
     */
    public static String describe(final int reason, final byte[] privateData) {
        int length = privateData.length;
        while (length > 0 && privateData[length - 1] == 0) {
            length--;
        }
        final String refused = "the peer refused: reason=" + reason;
        return length == 0 ? refused : refused + " data=" + data(privateData, length);
    }

    private static String data(final byte[] bytes, final int length) {
        for (int i = 0; i < length; i++) {
            if (bytes[i] < ' ' || bytes[i] > '~') {
                return "0x" + HexFormat.of().formatHex(bytes, 0, length);
            }
        }
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }
}
