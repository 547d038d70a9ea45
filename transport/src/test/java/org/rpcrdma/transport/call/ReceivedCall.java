// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.wire.RpcRdmaHeader;

/** Gives tests access to the message of a call as the server received it. The service does not have this access. */
public final class ReceivedCall {
    /** The length of the reply that reports a failure of the service, in bytes. */
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
