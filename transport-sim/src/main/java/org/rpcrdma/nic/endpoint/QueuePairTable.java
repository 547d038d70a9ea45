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
import org.rpcrdma.nic.requester.DynamicInitiator;
import org.rpcrdma.nic.transmit.Hardware;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.DynamicConnection;
import org.rpcrdma.verbs.extended.ExtendedQueuePairAttributes;
import org.rpcrdma.verbs.extended.InlineReceive;

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
     * @param hardware            what all queue pairs share.
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

    public SimulatedQueuePair create(final DomainUse domain, final ExtendedQueuePairAttributes attributes) {
        checkServed(attributes);
        final ExtendedQueuePairAttributes served = attributes.withCapabilities(sizesOf(attributes));
        checkSizes(served);
        final ExtendedQueuePairAttributes granted = served.withCapabilities(grantedOf(served.capabilities()));
        final QueuePairAttachments attachments =
                QueuePairAttachments.of(completionQueues, sharedReceiveQueues, attributes);
        final int number = takeNumber();
        final SimulatedQueuePair queuePair =
                new SimulatedQueuePair(queuePairs::remove, hardware, domain, number, granted, attachments);
        domain.addQueuePair();
        attachments.attach(queuePair);
        queuePairs.put(number, queuePair);
        hardware.processors().charge(ProcessorWork.CONNECTION, hardware.costs().nanos(CostParameter.CREATE_QP));
        return queuePair;
    }

    /** Returns the sizes asked for, of the queues that the type has. */
    private static QueuePairCapabilities sizesOf(final ExtendedQueuePairAttributes attributes) {
        final QueuePairCapabilities sizes = attributes.capabilities();
        final boolean sends = attributes.type().hasSendQueue();
        final boolean receives = attributes.type().hasReceiveQueue();
        return new QueuePairCapabilities(
                sends ? sizes.maxSendWr() : 0,
                receives ? sizes.maxReceiveWr() : 0,
                sends ? sizes.maxSendSge() : 0,
                receives ? sizes.maxReceiveSge() : 0,
                sends ? sizes.maxInlineData() : 0);
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

    private void checkSizes(final ExtendedQueuePairAttributes attributes) {
        final QueuePairCapabilities sizes = attributes.capabilities();
        final DeviceAttributes limits = hardware.attributes();
        if (attributes.type().hasSendQueue()) {
            DeviceLimits.check("maxSendWr", sizes.maxSendWr(), limits.maxQpWr());
            DeviceLimits.check("maxSendSge", sizes.maxSendSge(), limits.maxSge());
        }
        if (sizes.maxInlineData() != 0) {
            DeviceLimits.check("maxInlineData", sizes.maxInlineData(), limits.maxInlineData());
        }
        if (attributes.type().hasReceiveQueue() && attributes.sharedReceiveQueue() == null) {
            DeviceLimits.check("maxReceiveWr", sizes.maxReceiveWr(), limits.maxQpWr());
            DeviceLimits.check("maxReceiveSge", sizes.maxReceiveSge(), limits.maxSge());
        }
    }

    /** Refuses what the device does not have. */
    private void checkServed(final ExtendedQueuePairAttributes attributes) {
        if (attributes.inlineReceive() != InlineReceive.DEFAULT) {
            DeviceLimits.require(hardware.attributes(), DeviceCapability.INLINE_RECEIVE);
        }
        if (attributes.stopsAtSignature()) {
            DeviceLimits.require(hardware.attributes(), DeviceCapability.BLOCK_SIGNATURE);
        }
        if (attributes.isOutOfOrder()) {
            DeviceLimits.require(hardware.attributes(), DeviceCapability.OUT_OF_ORDER_RECEIVE);
            checkOutOfOrder(attributes);
        }
        switch (attributes.type()) {
            case UC -> DeviceLimits.require(hardware.attributes(), DeviceCapability.UC);
            case UD -> DeviceLimits.require(hardware.attributes(), DeviceCapability.UD);
            case DC_INITIATOR, DC_TARGET -> checkDynamic(attributes.dynamicConnection());
            case XRC_SEND, XRC_RECV -> DeviceLimits.require(hardware.attributes(), DeviceCapability.XRC);
            case RAW_PACKET -> DeviceLimits.require(hardware.attributes(), DeviceCapability.RAW_PACKET);
            case RC -> {
                // every device has them
            }
        }
    }

    private void checkDynamic(final DynamicConnection dynamic) {
        DeviceLimits.require(hardware.attributes(), DeviceCapability.DC);
        DeviceLimits.checkIndex("logConcurrentStreams", dynamic.logConcurrentStreams(), DynamicInitiator.LOG_STREAMS);
        DeviceLimits.checkIndex("logErroredStreams", dynamic.logErroredStreams(), DynamicInitiator.LOG_STREAMS);
    }

    private void checkOutOfOrder(final ExtendedQueuePairAttributes attributes) {
        if (attributes.type() != QueuePairType.RC || attributes.sharedReceiveQueue() != null) {
            throw new VerbsException(Errno.EOPNOTSUPP, "takes no Receives out of order: " + attributes);
        }
        final int most = hardware.attributes().maxOutOfOrderWr();
        DeviceLimits.check("maxReceiveWr", attributes.capabilities().maxReceiveWr(), most);
    }
}
