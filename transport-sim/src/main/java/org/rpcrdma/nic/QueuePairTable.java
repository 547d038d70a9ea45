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

import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.InlineReceive;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.VerbsException;

/** The queue pairs of a device, by their numbers of 24 bits. */
final class QueuePairTable {
    private static final int FIRST_NUMBER = 0x11;
    private static final int NUMBERS = 1 << 24;

    private final SimulatedDevice device;
    private final Int2ObjectHashMap<SimulatedQueuePair> queuePairs = new Int2ObjectHashMap<>();
    private int nextNumber = FIRST_NUMBER;

    QueuePairTable(final SimulatedDevice device) {
        this.device = device;
    }

    /** The queue pair of a number, or null. */
    SimulatedQueuePair find(final int number) {
        return queuePairs.get(number);
    }

    int size() {
        return queuePairs.size();
    }

    SimulatedQueuePair create(final SimulatedProtectionDomain domain, final QueuePairAttributes attributes) {
        checkServed(attributes);
        checkSizes(attributes);
        SimulatedCompletionQueue.own(device, attributes.sendQueue());
        SimulatedCompletionQueue.own(device, attributes.receiveQueue());
        if (attributes.sharedReceiveQueue() != null) {
            device.sharedReceiveQueues().own(attributes.sharedReceiveQueue());
        }
        final int number = takeNumber();
        final SimulatedQueuePair queuePair = new SimulatedQueuePair(domain, number, attributes);
        queuePairs.put(number, queuePair);
        return queuePair;
    }

    void remove(final SimulatedQueuePair queuePair) {
        queuePairs.remove(queuePair.number());
    }

    /** Numbers go round, so that one just given back is not used again soon. */
    private int takeNumber() {
        if (queuePairs.size() == NUMBERS - FIRST_NUMBER) {
            throw new VerbsException(Errno.ENOMEM, "no queue pair number left: limit=" + NUMBERS);
        }
        int number;
        do {
            number = nextNumber++;
            if (nextNumber == NUMBERS) {
                nextNumber = FIRST_NUMBER;
            }
        } while (queuePairs.containsKey(number));
        return number;
    }

    private void checkSizes(final QueuePairAttributes attributes) {
        final QueuePairCapabilities sizes = attributes.capabilities();
        final DeviceAttributes limits = device.attributes();
        DeviceLimits.check("maxSendWr", sizes.maxSendWr(), limits.maxQpWr());
        DeviceLimits.check("maxSendSge", sizes.maxSendSge(), limits.maxSge());
        if (sizes.maxInlineData() != 0) {
            DeviceLimits.check("maxInlineData", sizes.maxInlineData(), limits.maxInlineData());
        }
        if (attributes.sharedReceiveQueue() == null) {
            DeviceLimits.check("maxReceiveWr", sizes.maxReceiveWr(), limits.maxQpWr());
            DeviceLimits.check("maxReceiveSge", sizes.maxReceiveSge(), limits.maxSge());
        }
    }

    /** Refuses what the device does not have. */
    private void checkServed(final QueuePairAttributes attributes) {
        if (attributes.inlineReceive() != InlineReceive.DEFAULT) {
            DeviceLimits.require(device.attributes(), DeviceCapability.INLINE_RECEIVE);
        }
        if (attributes.stopsAtSignature()) {
            DeviceLimits.require(device.attributes(), DeviceCapability.BLOCK_SIGNATURE);
        }
        final boolean isPlain = attributes.type() != QueuePairType.XRC_SEND
                && attributes.type() != QueuePairType.XRC_RECV
                && attributes.xrcDomain() == null;
        if (!isPlain) {
            throw new VerbsException(Errno.EOPNOTSUPP, "the device has no such queue pairs: " + attributes);
        }
    }
}
