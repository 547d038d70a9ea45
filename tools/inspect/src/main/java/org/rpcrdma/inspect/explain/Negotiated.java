// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.agrona.DirectBuffer;
import org.rpcrdma.capture.CapturedConnect;
import org.rpcrdma.wire.CmPrivateData;

/**
 * The values that both ends agreed on during connection set-up.
 *
 * @param frame          the frame of the connection reply.
 * @param port           the server's port; -1 if the request contains none.
 * @param clientToServer the maximum size of the client's Sends, in bytes.
 * @param serverToClient the maximum size of the server's Sends, in bytes.
 * @param client         the client's private data; absent if it sent none that conforms to RFC 8797.
 * @param server         the server's private data; absent if it sent none that conforms to RFC 8797.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Negotiated(
        long frame, int port, int clientToServer, int serverToClient, PrivateData client, PrivateData server) {
    /**
     * The private data of RFC 8797.
     *
     * @param sendSize           the maximum size of the end's Sends, in bytes.
     * @param receiveSize        the maximum size of the Sends that the end accepts, in bytes.
     * @param remoteInvalidation true if the end accepts Sends that invalidate a key.
     */
    record PrivateData(int sendSize, int receiveSize, boolean remoteInvalidation) {
        private static PrivateData of(final DirectBuffer data) {
            return CmPrivateData.isPresent(data, 0, data.capacity())
                    ? new PrivateData(
                            CmPrivateData.sendSize(data, 0),
                            CmPrivateData.receiveSize(data, 0),
                            CmPrivateData.remoteInvalidation(data, 0))
                    : null;
        }
    }

    static Negotiated of(final CapturedConnect connect) {
        final PrivateData client = PrivateData.of(connect.clientData());
        final PrivateData server = PrivateData.of(connect.serverData());
        return new Negotiated(
                connect.frameNumber(),
                connect.port(),
                threshold(client, server),
                threshold(server, client),
                client,
                server);
    }

    private static int threshold(final PrivateData sender, final PrivateData receiver) {
        return sender == null || receiver == null
                ? CmPrivateData.DEFAULT_INLINE_THRESHOLD
                : Math.min(sender.sendSize, receiver.receiveSize);
    }
}
