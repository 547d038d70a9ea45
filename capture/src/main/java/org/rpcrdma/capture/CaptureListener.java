// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * Receives the messages and the data of a capture from {@link CaptureReader}, in the order of the capture.
 *
 * <p>The {@link CapturedMessage} is reused: it, and the bytes it shows, may be used only during the call. An exception
 * that a listener throws ends the reading and reaches the caller of the reader.
 */
public interface CaptureListener {
    /**
     * A Send is complete.
     *
     * @param message the whole message, with the frame of the packet that finished it.
     */
    void onSend(CapturedMessage message);

    /**
     * A packet of an RDMA WRITE passed: its source wrote these bytes into the memory of its destination. Called for
     * every packet, not for every WRITE.
     *
     * @param message the bytes, with the rkey and the address of the first of them.
     */
    default void onRdmaWrite(final CapturedMessage message) {}

    /**
     * A packet that answers an RDMA READ passed: its destination read these bytes from the memory of its source. Called
     * for every packet, not for every READ.
     *
     * @param message the bytes, with the rkey and the address of the first of them.
     */
    default void onRdmaRead(final CapturedMessage message) {}

    /**
     * An RDMA READ was requested: its source asks for bytes of the memory of its destination.
     *
     * @param message the request: its rkey, its address and its {@link CapturedMessage#transferLength()}; no bytes.
     */
    default void onReadRequest(final CapturedMessage message) {}

    /**
     * A connection was made whose request and reply are both in the capture. Called before anything that travels on it.
     *
     * @param connect request and reply; may be kept.
     */
    default void onConnect(final CapturedConnect connect) {}

    /**
     * A connection, or a request for one, was ended: by a disconnect request or a rejection. Called once for each, and
     * again if the capture shows the datagram again.
     *
     * @param end who ended it; may be kept.
     */
    default void onEnd(final CapturedEnd end) {}

    /**
     * A responder did not accept a request: its source sent a negative acknowledgement.
     *
     * @param message  the acknowledgement; it has neither bytes nor key.
     * @param syndrome its syndrome: 0x20 to 0x3f for a receiver that is not ready, 0x60 for a gap in sequence numbers,
     *                 0x61 for an invalid request, 0x62 remote access error, 0x63 remote operational error.
     */
    default void onNak(final CapturedMessage message, final int syndrome) {}

    /**
     * Requests are missing here, among them perhaps messages. Their sender may have repeated them later: then they are
     * reported later.
     *
     * @param gap the end that sent them; may be kept.
     */
    default void onGap(final CapturedGap gap) {}

    /**
     * Nothing more of a connection is in the capture. Called once for each connection, behind all that travelled on it.
     *
     * @param wholeness how much of it the capture holds; may be kept.
     */
    default void onWholeness(final CapturedWholeness wholeness) {}
}
