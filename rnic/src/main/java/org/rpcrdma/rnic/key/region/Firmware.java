// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.rnic.config.FaultyCall;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.key.MemoryKey;
import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.rnic.port.CallFaults;
import org.rpcrdma.rnic.port.Meter;
import org.rpcrdma.rnic.port.RegistrationSettings;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * The device's part of registration. It manages the mkeys in the {@link KeyTable} and the device memory that they
 * occupy.
 */
final class Firmware implements FirmwareCommands {
    private final KeyTable keys;
    private final RegistrationCounters statistics;
    private final Meter meter;
    private final CallFaults faults;
    private final long mkeyBytes;
    private final long blockBytes;
    private final int largestPageShift;

    Firmware(
            final KeyTable keys,
            final RegistrationCounters statistics,
            final RegistrationSettings sizes,
            final Meter meter,
            final CallFaults faults) {
        this.keys = keys;
        this.statistics = statistics;
        this.meter = meter;
        this.faults = faults;
        mkeyBytes = sizes.keyBytes();
        blockBytes = sizes.pageBytes();
        largestPageShift = Integer.numberOfTrailingZeros(sizes.largestPage());
    }

    @Override
    public int create(final FrmrKey properties) {
        faults.count(FaultyCall.KEY);
        final Mkey mkey = new Mkey(keys.takeKey(), properties);
        keys.put(mkey);
        statistics.handlesCreated++;
        statistics.bytesHeld += bytes(properties);
        meter.keyCreated();
        return mkey.key();
    }

    @Override
    public void destroy(final int handle) {
        final Mkey mkey = mkey(handle);
        keys.remove(mkey);
        statistics.handlesDestroyed++;
        statistics.bytesHeld -= bytes(mkey.properties());
        meter.keyDestroyed();
    }

    @Override
    public void program(final int handle, final int domain, final Umem memory, final long iova, final int access) {
        final Mkey mkey = mkey(handle);
        final long blocks = Pages.count(iova, memory.length());
        if (blocks > mkey.properties().dmaBlocks()) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "too many pages for the mkey: pages=" + blocks + " limit="
                            + mkey.properties().dmaBlocks());
        }
        keys.detachPayloads();
        mkey.program(domain, memory, iova, access, largestPageShift);
    }

    @Override
    public void revoke(final int handle) {
        keys.detachPayloads();
        mkey(handle).revoke();
    }

    private Mkey mkey(final int handle) {
        final MemoryKey found = keys.at(handle);
        if (found instanceof Mkey && found.key() == handle) {
            return (Mkey) found;
        }
        throw new VerbsException(Errno.EINVAL, "no such mkey: handle=0x" + Integer.toHexString(handle));
    }

    private long bytes(final FrmrKey properties) {
        return mkeyBytes + blockBytes * properties.dmaBlocks();
    }
}
