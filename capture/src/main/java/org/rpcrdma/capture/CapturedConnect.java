// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.agrona.DirectBuffer;

/**
 * A connection that was made, by its request and its reply, as reported to {@link CaptureListener}.
 *
 * @param connection  its number, as in {@link CapturedMessage#connection()}.
 * @param frameNumber the frame of the reply, from 1.
 * @param port        the server's port in the RDMA IP CM service; -1 if the request was not one of that service.
 * @param clientData  the consumer's private data in the request, zeros behind it.
 * @param serverData  the consumer's private data in the reply, zeros behind it.
 */
public record CapturedConnect(
        int connection, long frameNumber, int port, DirectBuffer clientData, DirectBuffer serverData) {}
