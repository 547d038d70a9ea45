// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.endpoint;

import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.nic.config.ProcessorWork;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.host.DeviceLimits;
import org.rpcrdma.nic.host.Numbering;
import org.rpcrdma.nic.key.DomainUse;
import org.rpcrdma.nic.queue.CompletionQueues;
import org.rpcrdma.nic.queue.SharedReceiveQueues;
import org.rpcrdma.nic.transmit.Hardware;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.InlineReceive;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.VerbsException;

/** The queue pairs of a device, by their numbers of 24 bits. */
public final class QueuePairTable {
    private static final int FIRST_NUMBER = 0x11;
    private static final int NUMBERS = 1 << 24;

    private final Hardware hardware;
    private final Numbering numbering;
    private final CompletionQueues completionQueues;
    private final SharedReceiveQueues sharedReceiveQueues;
    private final Int2ObjectHashMap<SimulatedQueuePair> queuePairs = new Int2ObjectHashMap<>();
    private int nextNumber = FIRST_NUMBER;

    /**
     * Makes an empty table.
     *
     * @param hardware            the parts that all queue pairs share.
     * @param completionQueues    the device's.
     * @param sharedReceiveQueues the device's.
     */
    public QueuePairTable(
            final Hardware hardware,
            final CompletionQueues completionQueues,
            final SharedReceiveQueues sharedReceiveQueues) {
        this.hardware = hardware;
        numbering = hardware.profile().numbering();
        this.completionQueues = completionQueues;
        this.sharedReceiveQueues = sharedReceiveQueues;
    }

    /** Returns the queue pair of a number, or null. */
    public SimulatedQueuePair find(final int number) {
        return queuePairs.get(number);
    }

    public int size() {
        return queuePairs.size();
    }

    public SimulatedQueuePair create(final DomainUse domain, final QueuePairAttributes attributes) {
        checkServed(attributes);
        checkSizes(attributes);
        final QueuePairAttributes granted = attributes.withCapabilities(grantedOf(attributes.capabilities()));
        final QueuePairAttachments attachments =
                QueuePairAttachments.of(completionQueues, sharedReceiveQueues, attributes);
        final int number = takeNumber();
        final SimulatedQueuePair queuePair =
                new SimulatedQueuePair(queuePairs::remove, hardware, domain, number, granted, attachments);
        domain.addQueuePair();
        attachments.attach(queuePair);
        queuePairs.put(number, queuePair);
        hardware.processors().charge(ProcessorWork.CONNECTION, CostParameter.CREATE_QP, 1);
        hardware.processors().charge(ProcessorWork.CONNECTION, CostParameter.FIRMWARE_CREATE_QP, 1);
        return queuePair;
    }

    private QueuePairCapabilities grantedOf(final QueuePairCapabilities sizes) {
        return new QueuePairCapabilities(
                hardware.personality().granted(sizes.maxSendWr()),
                hardware.personality().granted(sizes.maxReceiveWr()),
                sizes.maxSendSge(),
                sizes.maxReceiveSge(),
                sizes.maxInlineData());
    }

    /** Returns a free number. */
    private int takeNumber() {
        if (queuePairs.size() == NUMBERS - FIRST_NUMBER) {
            throw new VerbsException(Errno.ENOMEM, "no queue pair number left: limit=" + NUMBERS);
        }
        int number;
        do {
            number = numbering.isRandom() ? numbering.random() & NUMBERS - 1 : numberInOrder();
        } while (number < FIRST_NUMBER || queuePairs.containsKey(number));
        return number;
    }

    /** Returns the next number. Numbers go round, so that one just given back is not used again soon. */
    private int numberInOrder() {
        final int number = nextNumber++;
        if (nextNumber == NUMBERS) {
            nextNumber = FIRST_NUMBER;
        }
        return number;
    }

    private void checkSizes(final QueuePairAttributes attributes) {
        final QueuePairCapabilities sizes = attributes.capabilities();
        final DeviceAttributes limits = hardware.attributes();
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

    /** Refuses attributes that the device does not have. */
    private void checkServed(final QueuePairAttributes attributes) {
        if (attributes.inlineReceive() != InlineReceive.DEFAULT) {
            DeviceLimits.require(hardware.attributes(), DeviceCapability.INLINE_RECEIVE);
        }
        switch (attributes.type()) {
            case UC -> DeviceLimits.require(hardware.attributes(), DeviceCapability.UC);
            case UD -> DeviceLimits.require(hardware.attributes(), DeviceCapability.UD);
            case RC -> {
                // every device has them
            }
        }
    }
}
