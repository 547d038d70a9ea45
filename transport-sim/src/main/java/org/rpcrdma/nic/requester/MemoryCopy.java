// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.requester;

import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.dma.DeviceDma;
import org.rpcrdma.nic.dma.DmaTransfer;
import org.rpcrdma.nic.host.GrantedAttributes;
import org.rpcrdma.nic.host.Pages;
import org.rpcrdma.nic.key.KeyTable;
import org.rpcrdma.nic.link.Link;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.nic.link.PacketOrigin;
import org.rpcrdma.nic.link.PacketPool;
import org.rpcrdma.nic.queue.SendChain;
import org.rpcrdma.nic.queue.SendQueue;
import org.rpcrdma.nic.transmit.QueuePairContext;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;

/** Carries out the copies of a send queue: from memory to memory of the same host, by the device's DMA. */
public final class MemoryCopy {
    /** Status of a page fault: the copy can be tried again when the pages are present. */
    static final int AGAIN = -1;

    private static final int CHUNK = 64 * 1024;

    private final PacketOrigin self;
    private final int domain;
    private final Link link;
    private final PacketPool packets;
    private final KeyTable keys;
    private final DeviceDma dma;
    private final SendQueue queue;
    private final long latency;
    private final double nanosPerByte;
    private long pageFaultEnd;

    MemoryCopy(final QueuePairContext context, final SendQueue queue) {
        this.queue = queue;
        self = context.self();
        domain = context.domain();
        link = context.hardware().link();
        packets = context.hardware().packets();
        keys = context.hardware().keys();
        dma = context.hardware().dma();
        final CostModel costs = context.hardware().costs();
        latency = costs.nanos(CostParameter.DMA_READ) + costs.nanos(CostParameter.DMA_WRITE);
        nanosPerByte = 2 * costs.get(CostParameter.DMA_OCCUPANCY) / Pages.SIZE;
    }

    /** Refuses copies that the device does not make. */
    static void check(final SendChain chain, final int i) {
        if (chain.sgeCounts[i] != 1 || chain.lengths[i * chain.maxSge] > GrantedAttributes.MAX_COPY_LENGTH) {
            throw new PostException(
                    Errno.EINVAL,
                    "copy must have one source, and be no longer than a limit: sge=" + chain.sgeCounts[i] + " limit="
                            + GrantedAttributes.MAX_COPY_LENGTH,
                    i);
        }
    }

    /** Returns how many nanoseconds a copy takes, without translations. */
    long cost(final int slot) {
        return latency + Math.round(nanosPerByte * queue.totals.get(slot));
    }

    /** Copies. Returns the request's status, or AGAIN. */
    int carryOut(final int slot) {
        if (queue.totals.get(slot) == 0) {
            return CompletionStatus.SUCCESS;
        }
        final int source = queue.firstSge(slot);
        final int total = queue.totals.get(slot);
        if (!allows(queue.lkeys.get(source), queue.iovas.get(source), total, 0)
                || !allows(queue.at(slot).key, queue.at(slot).remoteAddress, total, Access.LOCAL_WRITE)) {
            return CompletionStatus.LOC_PROT_ERR;
        }
        link.detachPayloads();
        final DmaTransfer transfer = dma.begin();
        for (int done = 0; done < total; done += CHUNK) {
            if (!copy(transfer, slot, done, Math.min(CHUNK, total - done))) {
                pageFaultEnd = transfer.pageFaultEnd();
                return transfer.isPageFault() ? AGAIN : CompletionStatus.LOC_PROT_ERR;
            }
        }
        return CompletionStatus.SUCCESS;
    }

    /** Returns when the pages are present that {@link #carryOut} returned {@link #AGAIN} for. */
    long pageFaultEnd() {
        return pageFaultEnd;
    }

    private boolean copy(final DmaTransfer transfer, final int slot, final int offset, final int bytes) {
        final int source = queue.firstSge(slot);
        final Packet chunk = packets.take();
        chunk.begin(Packet.WRITE, self.type, self, 0, null, 0);
        final boolean isCopied =
                transfer.gather(chunk, queue.lkeys.get(source), queue.iovas.get(source) + offset, bytes)
                        && transfer.scatter(chunk, queue.at(slot).key, queue.at(slot).remoteAddress + offset, bytes);
        packets.give(chunk);
        return isCopied;
    }

    private boolean allows(final int lkey, final long iova, final int length, final int rights) {
        return keys.allows(domain, lkey, iova, length, rights, false);
    }
}
