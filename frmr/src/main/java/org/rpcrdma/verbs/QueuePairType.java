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

/** The transport of a queue pair ({@code enum ibv_qp_type}). */
public enum QueuePairType {
    /** Reliable connection. */
    RC,
    /** Unreliable connection: SEND and RDMA WRITE without acknowledgement. */
    UC,
    /** Unreliable datagram: SENDs of a packet each, every one to a peer of its own. */
    UD,
    /** The sending end of an extended reliable connection. */
    XRC_SEND,
    /** The receiving end of an extended reliable connection, for the shared receive queues of an XRC domain. */
    XRC_RECV,
    /** Ethernet frames as they are. */
    RAW_PACKET;

    /**
     * Whether what is sent is acknowledged, and sent again where it is lost.
     *
     * @return false for UC, UD and raw packets.
     */
    public boolean isReliable() {
        return this != UC && this != UD && this != RAW_PACKET;
    }

    /**
     * Whether sends can be posted to it.
     *
     * @return false for XRC_RECV.
     */
    public boolean hasSendQueue() {
        return this != XRC_RECV;
    }

    /**
     * Whether it has Receives, of its own or of a shared queue that it is created with.
     *
     * @return false for XRC_SEND, and for XRC_RECV: its peer names the shared queue of each message.
     */
    public boolean hasReceiveQueue() {
        return this != XRC_SEND && this != XRC_RECV;
    }

    /**
     * The type at the other end.
     *
     * @return the same, but for XRC.
     */
    public QueuePairType peer() {
        return switch (this) {
            case XRC_SEND -> XRC_RECV;
            case XRC_RECV -> XRC_SEND;
            default -> this;
        };
    }
}
