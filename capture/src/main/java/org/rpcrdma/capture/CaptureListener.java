// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * Receives the messages and the data of a capture from {@link CaptureReader}, in the order of the capture, on the
 * thread that reads.
 *
 * <p>The {@link CapturedMessage} is reused: the message and its bytes are valid only during the call. An exception of a
 * listener ends the reading and reaches the caller of the reader.
 */
public interface CaptureListener {
    /**
     * Called when a Send is complete.
     *
     * @param message the complete message, with the frame of the packet that completed it.
     */
    void onSend(CapturedMessage message);

    /**
     * Called for every packet of an RDMA WRITE: its source wrote these bytes into the memory of its destination.
     *
     * @param message the bytes, with the rkey and the address of the first byte.
     */
    default void onRdmaWrite(final CapturedMessage message) {}

    /**
     * Called for every response packet of an RDMA READ: its destination read these bytes from the memory of its source.
     *
     * @param message the bytes, with the rkey and the address of the first byte.
     */
    default void onRdmaRead(final CapturedMessage message) {}

    /**
     * Called when an RDMA READ is requested: its source requests bytes of its destination's memory.
     *
     * @param message the request with its rkey, address and {@link CapturedMessage#transferLength()}; it has no bytes.
     */
    default void onReadRequest(final CapturedMessage message) {}

    /**
     * Called when a connection is established whose request and reply were captured. Called before anything that
     * travels on it.
     *
     * @param connect the request and the reply; may be retained.
     */
    default void onConnect(final CapturedConnect connect) {}

    /**
     * Called when a disconnect request or a rejection ends a connection or request. Called once per datagram, and again
     * if the
     * datagram is captured again.
     *
     * @param end the side that ended it; may be retained.
     */
    default void onEnd(final CapturedEnd end) {}

    /**
     * Called when a responder rejects a request with a negative acknowledgement.
     *
     * @param message the acknowledgement; it has neither bytes nor key.
     * @param syndrome its syndrome: 0x20 to 0x3f for a receiver that is not ready, 0x60 for a gap in sequence numbers,
     *     0x61 for an invalid request, 0x62 for a remote access error, 0x63 for a remote operational error.
     */
    default void onNak(final CapturedMessage message, final int syndrome) {}

    /**
     * Called at a position where requests, perhaps messages, are missing. If the sender repeats them, they are reported
     * later.
     *
     * @param gap the end that sent them; may be retained.
     */
    default void onGap(final CapturedGap gap) {}

    /**
     * Called once per connection after everything that travelled on it.
     *
     * @param wholeness how much of it was captured; may be retained.
     */
    default void onWholeness(final CapturedWholeness wholeness) {}
}
