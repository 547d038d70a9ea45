// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.agrona.DirectBuffer;

/**
 * An established connection, with its request and its reply, as reported to {@link CaptureListener}. Immutable.
 *
 * @param connection  the connection's number, as in {@link CapturedMessage#connection()}.
 * @param frameNumber the number of the frame that contains the reply, from 1.
 * @param port        the server's port in the RDMA IP CM service; -1 if the request used another service.
 * @param clientData  the application's private data in the request, padded with zeros.
 * @param serverData  the application's private data in the reply, padded with zeros.
 */
public record CapturedConnect(
        int connection, long frameNumber, int port, DirectBuffer clientData, DirectBuffer serverData) {}
