// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.wire.RpcRdmaHeader;

/** Shows tests the message of a call as the server received it, which its service does not see. */
public final class ReceivedCall {
    /** Bytes of the reply that reports a service's failure. */
    public static final int SYSTEM_ERROR_LENGTH = SystemError.LENGTH;

    private ReceivedCall() {}

    public static RpcRdmaHeader header(final RpcCall call) {
        return ((ServerCall) call).call.header;
    }

    /** Returns the bytes of a message, including its header. */
    public static byte[] message(final RpcCall call) {
        final Call received = ((ServerCall) call).call;
        final byte[] bytes = new byte[received.receivedLength];
        received.received.getBytes(0, bytes);
        return bytes;
    }
}
