// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.endpoint;

import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.rnic.dma.DeviceDma;
import org.rpcrdma.rnic.host.AsyncEvents;
import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.rnic.port.DeviceLimits;
import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.rnic.port.Numbering;
import org.rpcrdma.rnic.queue.CompletionQueues;
import org.rpcrdma.rnic.queue.Doorbell;
import org.rpcrdma.rnic.queue.SharedReceiveQueues;
import org.rpcrdma.rnic.transmit.QueuePairContext;
import org.rpcrdma.rnic.transmit.Transmitter;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.InlineReceive;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.VerbsException;

/** A device's queue pairs, indexed by their 24-bit numbers. */
public final class QueuePairTable {
    private static final int FIRST_NUMBER = 0x11;
    private static final int NUMBERS = 1 << 24;

    private final DeviceProfile device;
    private final Transmitter transmitter;
    private final DeviceDma dma;
    private final Doorbell doorbell;
    private final AsyncEvents asyncEvents;
    private final CompletionQueues completionQueues;
    private final SharedReceiveQueues sharedReceiveQueues;
    private final Int2ObjectHashMap<RnicQueuePair> queuePairs = new Int2ObjectHashMap<>();
    private int nextNumber = FIRST_NUMBER;
    private long rnrNaks;

    /**
     * Creates a table without queue pairs.
     *
     * @param device              the device's limits and its numbering of queue pairs.
     * @param transmitter         schedules queue pairs on the link.
     * @param dma                 reads and writes the host's memory.
     * @param doorbell            receives posts.
     * @param asyncEvents         receives the device's asynchronous events.
     * @param completionQueues    the device's completion queues.
     * @param sharedReceiveQueues the device's shared receive queues.
     */
    public QueuePairTable(
            final DeviceProfile device,
            final Transmitter transmitter,
            final DeviceDma dma,
            final Doorbell doorbell,
            final AsyncEvents asyncEvents,
            final CompletionQueues completionQueues,
            final SharedReceiveQueues sharedReceiveQueues) {
        this.device = device;
        this.transmitter = transmitter;
        this.dma = dma;
        this.doorbell = doorbell;
        this.asyncEvents = asyncEvents;
        this.completionQueues = completionQueues;
        this.sharedReceiveQueues = sharedReceiveQueues;
    }

    DeviceProfile device() {
        return device;
    }

    Transmitter transmitter() {
        return transmitter;
    }

    Doorbell doorbell() {
        return doorbell;
    }

    AsyncEvents asyncEvents() {
        return asyncEvents;
    }

    /** Creates the queues and the transport for a queue pair that leaves RESET. */
    QueuePairLife newLife(
            final QueuePairContext context,
            final QueuePairAttributes attributes,
            final QueuePairAttachments attachments) {
        return new QueuePairLife(context, attributes, attachments, device, dma, doorbell);
    }

    void remove(final int number) {
        queuePairs.remove(number);
    }

    /** Returns the queue pair with the given number, or null. */
    public RnicQueuePair find(final int number) {
        return queuePairs.get(number);
    }

    void countRnrNak() {
        rnrNaks++;
    }

    /** Returns the number of RNR NAKs that the device's queue pairs have sent. */
    public long rnrNaks() {
        return rnrNaks;
    }

    public int size() {
        return queuePairs.size();
    }

    public RnicQueuePair create(final DomainUse domain, final QueuePairAttributes attributes) {
        checkServed(attributes);
        checkSizes(attributes);
        final QueuePairAttributes granted = attributes.withCapabilities(grantedOf(attributes.capabilities()));
        final QueuePairAttachments attachments =
                QueuePairAttachments.of(completionQueues, sharedReceiveQueues, attributes);
        final int number = takeNumber();
        final RnicQueuePair queuePair = new RnicQueuePair(this, domain, number, granted, attachments);
        domain.addQueuePair();
        attachments.attach(queuePair);
        queuePairs.put(number, queuePair);
        return queuePair;
    }

    private QueuePairCapabilities grantedOf(final QueuePairCapabilities sizes) {
        return new QueuePairCapabilities(
                device.personality().granted(sizes.maxSendWr()),
                device.personality().granted(sizes.maxReceiveWr()),
                sizes.maxSendSge(),
                sizes.maxReceiveSge(),
                sizes.maxInlineData());
    }

    /** Returns an unused number. */
    private int takeNumber() {
        if (queuePairs.size() == NUMBERS - FIRST_NUMBER) {
            throw new VerbsException(Errno.ENOMEM, "all queue pair numbers are in use: limit=" + NUMBERS);
        }
        int number;
        do {
            final Numbering numbering = device.numbering();
            number = numbering.isRandom() ? numbering.random() & NUMBERS - 1 : numberInOrder();
        } while (number < FIRST_NUMBER || queuePairs.containsKey(number));
        return number;
    }

    /** Returns the next number. The sequence wraps around, so a released number is not reused soon. */
    private int numberInOrder() {
        final int number = nextNumber++;
        if (nextNumber == NUMBERS) {
            nextNumber = FIRST_NUMBER;
        }
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

    /** Rejects attributes that the device does not support. */
    private void checkServed(final QueuePairAttributes attributes) {
        if (attributes.inlineReceive() != InlineReceive.DEFAULT) {
            DeviceLimits.require(device.attributes(), DeviceCapability.INLINE_RECEIVE);
        }
        switch (attributes.type()) {
            case UC -> DeviceLimits.require(device.attributes(), DeviceCapability.UC);
            case UD -> DeviceLimits.require(device.attributes(), DeviceCapability.UD);
            case RC -> {
                // Every device supports these attributes.
            }
        }
    }
}
