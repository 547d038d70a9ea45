// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * Receives a capture's messages and data from {@link CaptureReader}, in the order of the capture, on the reading
 * thread.
 *
 * <p>The {@link CapturedMessage} is reused: the message and its bytes are valid only during the call. If a listener
 * throws an exception, reading ends and the exception is passed to the reader's caller.
 */
public interface CaptureListener {
    /**
     * Called when a Send is complete.
     *
     * @param message the complete message, with the number of the frame whose packet completed it.
     */
    void onSend(CapturedMessage message);

    /**
     * Called for each packet of an RDMA WRITE, with which the packet's source wrote bytes into the memory of the
     * packet's destination.
     *
     * @param message the bytes, with the rkey and the address of the first byte.
     */
    default void onRdmaWrite(final CapturedMessage message) {}

    /**
     * Called for each response packet of an RDMA READ, with which the packet's destination read bytes from the memory
     * of the packet's source.
     *
     * @param message the bytes, with the rkey and the address of the first byte.
     */
    default void onRdmaRead(final CapturedMessage message) {}

    /**
     * Called for each RDMA READ request, with which the packet's source requests bytes from the memory of the packet's
     * destination.
     *
     * @param message the request, with the rkey, the address and {@link CapturedMessage#transferLength()}, but without
     *                bytes.
     */
    default void onReadRequest(final CapturedMessage message) {}

    /**
     * Called before a connection's first message if its connection request and reply were captured.
     *
     * @param connect the request and the reply; may be retained.
     */
    default void onConnect(final CapturedConnect connect) {}

    /**
     * Called for each datagram that disconnects a connection or rejects a request. If the datagram appears in the
     * capture again, the method is called again.
     *
     * @param end the end, with the side that sent the datagram; may be retained.
     */
    default void onEnd(final CapturedEnd end) {}

    /**
     * Called when a responder rejects a request with a negative acknowledgement.
     *
     * @param message the acknowledgement, without bytes and without a key.
     * @param syndrome the syndrome: 0x20 to 0x3f if the receiver is not ready, 0x60 for a gap in sequence numbers, 0x61
     * for an invalid request, 0x62 for a remote access error, 0x63 for a remote operational error.
     */
    default void onNak(final CapturedMessage message, final int syndrome) {}

    /**
     * Called when requests, and possibly the messages that they carry, are missing. If the sender repeats the requests,
     * they are reported later.
     *
     * @param gap the connection and the side that sent the requests; may be retained.
     */
    default void onGap(final CapturedGap gap) {}

    /**
     * Called once per connection, after its last message.
     *
     * @param wholeness states whether the connection was captured completely; may be retained.
     */
    default void onWholeness(final CapturedWholeness wholeness) {}
}
