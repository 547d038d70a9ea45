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

/** Sends the packets of requests, each with the number that the {@link SendSequence} has for it, and moves that on. */
final class RequestSender {
    private final SimulatedQueuePair queuePair;
    private final SimulatedDevice device;
    private final SendQueue queue;
    private final SendSequence sequence;
    private final SendMemory memory;
    private final int mtu;

    RequestSender(
            final SimulatedQueuePair queuePair,
            final SendQueue queue,
            final SendSequence sequence,
            final SendMemory memory) {
        this.queuePair = queuePair;
        this.queue = queue;
        this.sequence = sequence;
        this.memory = memory;
        device = queuePair.device();
        mtu = device.costs().count(CostParameter.MTU);
    }

    /** Asks for a READ's data, or for what is missing of it. */
    void sendRead(final int slot) {
        final int offset = sequence.packetOf(slot) * mtu;
        final Packet packet = device.packets().take();
        packet.begin(Packet.READ_REQUEST, queuePair, sequence.psn());
        packet.messageLength = queue.totals[slot] - offset;
        packet.remoteAddress = queue.remoteAddresses[slot] + offset;
        packet.remoteKey = queue.keys[slot];
        device.dmaUnit().beginTransfer(false);
        device.transmitter().send(packet);
        sequence.nextRequest();
    }

    /** Sends the next packet of a SEND or WRITE. Returns false where its memory cannot be read. */
    boolean sendData(final int slot, final byte operation) {
        final int offset = sequence.packetOf(slot) * mtu;
        final Packet packet = device.packets().take();
        packet.begin(operation == Operation.RDMA_WRITE ? Packet.WRITE : Packet.SEND, queuePair, sequence.psn());
        packet.isFirst = offset == 0;
        packet.isLast = sequence.psn() == queue.lastPsns[slot];
        packet.messageLength = queue.totals[slot];
        packet.remoteAddress = queue.remoteAddresses[slot];
        packet.remoteKey = queue.keys[slot];
        packet.isInvalidating = operation == Operation.SEND_WITH_INVALIDATE && packet.isLast;
        device.dmaUnit().beginTransfer(false);
        if (!memory.gather(packet, slot, offset, Math.min(mtu, queue.totals[slot] - offset))) {
            device.packets().give(packet);
            return false;
        }
        device.transmitter().send(packet);
        if (packet.isLast) {
            sequence.nextRequest();
        } else {
            sequence.nextPacket();
        }
        return true;
    }
}
