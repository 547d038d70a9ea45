// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key;

import org.rpcrdma.verbs.ProtectionDomain;

/**
 * The internal record of a protection domain. It contains the number by which keys and queue pairs identify the domain,
 * and the counts of the domain's objects. A domain in use cannot be closed (the kernel's {@code usecnt}).
 */
public final class DomainUse {
    private final int number;
    private final ProtectionDomain domain;
    private final DeviceObjects deviceObjects;
    private final DomainDirectory directory;
    private int regions;
    private int windows;
    private int queuePairs;
    private int sharedReceiveQueues;
    private int addressHandles;

    /**
     * Creates a record for an unused domain.
     *
     * @param number        the domain's number, unique within the device.
     * @param domain        the domain that applications see.
     * @param deviceObjects counts the objects of all domains.
     * @param directory     looks up the device's domains.
     */
    public DomainUse(
            final int number,
            final ProtectionDomain domain,
            final DeviceObjects deviceObjects,
            final DomainDirectory directory) {
        this.number = number;
        this.domain = domain;
        this.deviceObjects = deviceObjects;
        this.directory = directory;
    }

    /** Returns the domain's number, which is not 0. */
    public int number() {
        return number;
    }

    /** Returns the domain that applications see. */
    public ProtectionDomain domain() {
        return domain;
    }

    /** Returns the directory of the device's domains. */
    public DomainDirectory directory() {
        return directory;
    }

    public void addRegion() {
        regions++;
        deviceObjects.addRegions(1);
    }

    public void removeRegion() {
        regions--;
        deviceObjects.addRegions(-1);
    }

    public void addFastRegisterRegion() {
        regions++;
        deviceObjects.addFastRegisterRegions(1);
    }

    public void removeFastRegisterRegion() {
        regions--;
        deviceObjects.addFastRegisterRegions(-1);
    }

    public void addWindow() {
        windows++;
        deviceObjects.addWindows(1);
    }

    public void removeWindow() {
        windows--;
        deviceObjects.addWindows(-1);
    }

    public void addQueuePair() {
        queuePairs++;
    }

    public void removeQueuePair() {
        queuePairs--;
    }

    public void addSharedReceiveQueue() {
        sharedReceiveQueues++;
    }

    public void removeSharedReceiveQueue() {
        sharedReceiveQueues--;
    }

    public void addAddressHandle() {
        addressHandles++;
    }

    public void removeAddressHandle() {
        addressHandles--;
    }

    /** Returns true if the domain contains no objects. */
    public boolean isEmpty() {
        return regions == 0 && queuePairs == 0 && sharedReceiveQueues == 0 && windows == 0 && addressHandles == 0;
    }

    /** Returns the counts, for use in messages. */
    @Override
    public String toString() {
        return "regions=" + regions + " queuePairs=" + queuePairs + " sharedReceiveQueues=" + sharedReceiveQueues
                + " windows=" + windows + " addressHandles=" + addressHandles;
    }
}
