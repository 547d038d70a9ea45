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

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

/** A reliable connected queue pair: its state, its posting rules, and the two halves of the transport. */
final class SimulatedQueuePair implements QueuePair {
    /** Whether it waits for its turn at the {@link Transmitter}. */
    boolean isInTurn;

    private static final ConnectionParameters TO_ITSELF = new ConnectionParameters(new byte[0], 1, 7, 7);

    private final SimulatedDevice device;
    private final SimulatedProtectionDomain domain;
    private final int number;
    private final SimulatedCompletionQueue sendCompletions;
    private final SimulatedCompletionQueue receiveCompletions;
    private final SendQueue sendQueue;
    private final ReceiveQueue receiveQueue;
    private final Requester requester;
    private final Responder responder;
    private State state = State.INIT;
    private SimulatedQueuePair peer;
    private SimulatedConnection connection;

    /** The states that a queue pair goes through here; from INIT to RTS it is one step. */
    private enum State {
        INIT,
        RTS,
        ERR,
        CLOSED
    }

    SimulatedQueuePair(final SimulatedProtectionDomain domain, final int number, final QueuePairAttributes attributes) {
        this.domain = domain;
        this.number = number;
        device = domain.simulatedDevice();
        sendCompletions = (SimulatedCompletionQueue) attributes.sendQueue();
        receiveCompletions = (SimulatedCompletionQueue) attributes.receiveQueue();
        sendQueue = new SendQueue(attributes.maxSendWr(), attributes.maxSendSge());
        receiveQueue = new ReceiveQueue(attributes.maxReceiveWr());
        requester = new Requester(this, sendQueue, sendCompletions);
        responder = new Responder(this, receiveQueue, receiveCompletions);
        sendCompletions.addUser(this);
        receiveCompletions.addUser(this);
    }

    @Override
    public int number() {
        return number;
    }

    SimulatedDevice device() {
        return device;
    }

    SimulatedProtectionDomain domain() {
        return domain;
    }

    SimulatedQueuePair peer() {
        return peer;
    }

    boolean isConnected() {
        return state == State.RTS;
    }

    boolean canConnect() {
        return state == State.INIT && connection == null;
    }

    @Override
    public void postSend(final SendRequests chain) {
        final SendChain requests = (SendChain) chain;
        if (state == State.INIT || state == State.CLOSED) {
            throw new PostException(Errno.EINVAL, "queue pair takes no sends: state=" + state, 0);
        }
        if (requests.size() == 0) {
            return;
        }
        final long time = device.ringDoorbell();
        final boolean wasIdle = !requester.hasWork();
        int posted = 0;
        try {
            for (; posted < requests.size(); posted++) {
                sendQueue.add(requests, posted, checkedLength(requests, posted), time);
            }
        } finally {
            if (state == State.ERR) {
                requester.flush();
            } else if (posted > 0 && wasIdle) {
                requester.wakeAt(time);
            }
        }
    }

    @Override
    public void postReceive(final ReceiveRequests chain) {
        final ReceiveChain requests = (ReceiveChain) chain;
        if (state == State.CLOSED) {
            throw new PostException(Errno.EINVAL, "queue pair takes no Receives: state=" + state, 0);
        }
        if (requests.size() == 0) {
            return;
        }
        final long time = device.ringDoorbell();
        try {
            for (int i = 0; i < requests.size(); i++) {
                if (receiveQueue.isFull()) {
                    throw new PostException(Errno.ENOMEM, "receive queue is full: limit=" + receiveQueue.limit(), i);
                }
                if (requests.lengths[i] < 0) {
                    throw new PostException(Errno.EINVAL, "length is negative: length=" + requests.lengths[i], i);
                }
                receiveQueue.add(requests, i, time);
            }
        } finally {
            if (state == State.ERR) {
                responder.flush();
            }
        }
    }

    /** Refuses a request that does not fit; returns the bytes of its elements. */
    private int checkedLength(final SendChain chain, final int i) {
        if (sendQueue.isFull()) {
            throw new PostException(Errno.ENOMEM, "send queue is full: limit=" + sendQueue.limit(), i);
        }
        final byte operation = chain.operations[i];
        final int elements = chain.sgeCounts[i];
        final int mostElements = Operation.isLocal(operation) ? 0 : sendQueue.maxSge();
        if (elements > mostElements) {
            throw new PostException(Errno.EINVAL, "too many elements: sge=" + elements + " limit=" + mostElements, i);
        }
        if ((chain.flags[i] & ~SendRequests.SIGNALED) != 0) {
            throw new PostException(Errno.EINVAL, "unknown flags: flags=0x" + Integer.toHexString(chain.flags[i]), i);
        }
        if (operation == Operation.REGISTER_MEMORY && !Access.isValid(chain.access[i])) {
            throw new PostException(Errno.EINVAL, "bad access: access=0x" + Integer.toHexString(chain.access[i]), i);
        }
        long total = 0;
        for (int element = i * chain.maxSge; element < i * chain.maxSge + elements; element++) {
            if (chain.lengths[element] < 0) {
                throw new PostException(Errno.EINVAL, "length is negative: length=" + chain.lengths[element], i);
            }
            total += chain.lengths[element];
        }
        if (total > Integer.MAX_VALUE) {
            throw new PostException(
                    Errno.EINVAL, "message too long: length=" + total + " limit=" + Integer.MAX_VALUE, i);
        }
        return (int) total;
    }

    @Override
    public void connectToItself() {
        if (!canConnect()) {
            throw new VerbsException(
                    Errno.EINVAL, "queue pair cannot be connected: number=" + number + " state=" + state);
        }
        connect(this, TO_ITSELF, TO_ITSELF.maxReadAtomic());
    }

    /** The connection manager joins the queue pair to its peer. */
    void connect(final SimulatedQueuePair other, final ConnectionParameters parameters, final int maxReadAtomic) {
        peer = other;
        requester.connect(parameters, maxReadAtomic);
        responder.connect(maxReadAtomic);
        state = State.RTS;
    }

    void setConnection(final SimulatedConnection newConnection) {
        connection = newConnection;
    }

    /** Sends one packet. Returns whether another could follow at once. */
    boolean transmit(final long now) {
        if (state != State.RTS) {
            return false;
        }
        final ResponseSender responses = responder.responses();
        return responses.isEmpty() ? requester.transmit(now) : responses.transmit() || requester.hasWork();
    }

    void receive(final Packet packet) {
        if (state != State.RTS) {
            device.packets().give(packet);
            return;
        }
        switch (packet.kind) {
            case Packet.SEND, Packet.WRITE, Packet.READ_REQUEST -> responder.request(packet);
            case Packet.READ_RESPONSE -> requester.readResponse(packet);
            default -> {
                requester.answer(packet);
                device.packets().give(packet);
            }
        }
    }

    void land(final Packet packet) {
        if (state == State.RTS) {
            if (packet.kind == Packet.READ_RESPONSE) {
                requester.readLanded(packet.position);
            } else {
                responder.landed(packet);
            }
        }
        device.packets().give(packet);
    }

    /** When the data of the packets that arrived so far is in memory. */
    long lastLanding() {
        return Math.max(requester.lastLanding(), responder.lastLanding());
    }

    /** The place of a request that was polled, and those before it, can be used again. */
    void reclaim(final int opcode, final long position) {
        if ((opcode & CompletionOpcode.RECV) != 0) {
            receiveQueue.reclaimed = position + 1;
        } else {
            sendQueue.reclaimed = position + 1;
        }
    }

    @Override
    public void toError() {
        if (state == State.CLOSED) {
            throw new VerbsException(Errno.EINVAL, "queue pair is closed: number=" + number);
        }
        fail();
    }

    /** Goes to the state ERR and flushes both queues; its connection ends. */
    void fail() {
        if (state == State.ERR || state == State.CLOSED) {
            return;
        }
        state = State.ERR;
        device.transmitter().detachPayloads();
        requester.flush();
        responder.flush();
        if (connection != null) {
            connection.queuePairFailed();
        }
    }

    @Override
    public void close() {
        if (state == State.CLOSED) {
            throw new VerbsException(Errno.EINVAL, "queue pair is closed: number=" + number);
        }
        state = State.CLOSED;
        device.transmitter().detachPayloads();
        requester.discard();
        sendCompletions.removeUser(this);
        receiveCompletions.removeUser(this);
        domain.remove(this);
        if (connection != null) {
            connection.queuePairFailed();
        }
    }
}
