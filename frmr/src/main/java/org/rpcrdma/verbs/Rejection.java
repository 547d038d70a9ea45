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
package org.rpcrdma.verbs;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** What a peer's rejection of a connection says ({@code RDMA_CM_EVENT_REJECTED}), in words. Stateless. */
public final class Rejection {
    private Rejection() {}

    /**
     * Describes a rejection for {@link ConnectionHandler#onRejected}. The peer's bytes are shown as text where they are printable ASCII, else
     * in hexadecimal digits; zeros at their end are padding.
     *
     * @param reason      the number that the message carries: the event's status, 28 where the peer's consumer refused.
     * @param privateData the bytes that the peer sent along, padded or not.
     * @return one line.
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
