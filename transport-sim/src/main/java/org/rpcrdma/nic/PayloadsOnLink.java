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
package org.rpcrdma.nic;

/**
 * The packets on a NIC's link whose payload still lies in its host's memory, in the order in which they arrive.
 *
 * <p>A NIC has read a packet's payload when the packet leaves. Here it is read when the packet arrives, which saves a
 * copy and makes no difference while nobody may change that memory: a request is completed with success, and a READ's
 * end known to the responder, only after the packets arrived. Whatever gives memory back earlier takes what is on the
 * link into the packets first: a queue pair that fails or is closed (its requests are flushed), a key that is
 * invalidated, changed or given back, a mapping that ends. So what was sent is what arrives. It takes all that this NIC
 * has on the link, a few packets at most, instead of looking for those that are concerned.
 */
final class PayloadsOnLink {
    private Packet first;
    private Packet last;

    /** A packet leaves; packets arrive in the order in which they leave. */
    void add(final Packet packet) {
        packet.borrowing = this;
        if (first == null) {
            first = packet;
        } else {
            last.nextOnLink = packet;
        }
        last = packet;
    }

    /** The first packet arrives. */
    void removeFirst() {
        final Packet packet = first;
        first = packet.nextOnLink;
        packet.nextOnLink = null;
        packet.borrowing = null;
    }

    /** The host's memory may change from now on: the packets take their payload with them. */
    void detach() {
        while (first != null) {
            first.copyPayload();
            removeFirst();
        }
    }
}
