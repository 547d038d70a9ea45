// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.rpcrdma.verbs.DmaDirection.BIDIRECTIONAL;
import static org.rpcrdma.verbs.DmaDirection.FROM_DEVICE;
import static org.rpcrdma.verbs.DmaDirection.TO_DEVICE;
import static org.rpcrdma.verbs.Errno.EFAULT;
import static org.rpcrdma.verbs.Errno.EINVAL;
import static org.rpcrdma.verbs.Errno.ENOMEM;

import org.rpcrdma.sim.model.Request.Element;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** Registers, deregisters, maps and unmaps memory, allocates fast-register regions, and sets their pages. */
final class RegistrationSteps extends Steps {
    static final int MAX_PAGES = 6;
    private static final int MOST = 20;
    private static final int SHORT = 200;
    private static final int RIGHTS = Access.LOCAL_WRITE | Access.REMOTE | Access.MW_BIND;
    private static final int LONGEST = 5 * ModelMemory.PAGE;
    private static final int INNER = (Host.PAGES - 2) * ModelMemory.PAGE;
    private static final DmaDirection[] DIRECTIONS = DmaDirection.values();

    private final TrafficSteps traffic;

    RegistrationSteps(final World world, final Draw draw, final History history, final TrafficSteps traffic) {
        super(world, draw, history);
        this.traffic = traffic;
    }

    @Override
    void step() {
        final Host host = anyHost();
        switch (draw.below(11)) {
            case 0, 1, 2 -> grow(host, host.regions.size(), () -> register(host), () -> deregister(host));
            case 3 -> register(host);
            case 4, 5 -> grow(host, host.mappings.size(), () -> map(host), () -> unmap(host));
            case 6 -> grow(host, host.fasts.size(), () -> allocateFast(host), () -> closeFast(host));
            case 7 -> deregister(host);
            default -> setPages(host);
        }
    }

    private void grow(final Host host, final int size, final Runnable more, final Runnable less) {
        if (draw.below(MOST) >= size) {
            more.run();
        } else {
            less.run();
        }
    }

    private int rights() {
        return draw.oneIn(3) ? draw.below(RIGHTS + 1) : RIGHTS;
    }

    static boolean isLegal(final int access) {
        return (access & (Access.REMOTE_WRITE | Access.REMOTE_ATOMIC)) == 0 || ModelHost.isWritable(access);
    }

    /** Returns an offset in the host's memory that is beyond the first guard. */
    private int offset() {
        return ModelMemory.PAGE + (draw.oneIn(3) ? draw.below(Host.PAGES - 2) * ModelMemory.PAGE : draw.below(INNER));
    }

    private int length(final int offset) {
        return 1 + draw.below(Math.min(draw.oneIn(4) ? LONGEST : 2000, INNER + ModelMemory.PAGE - offset));
    }

    private void register(final Host host) {
        final int offset = offset();
        final long address = host.block.address() + offset;
        long length = length(offset);
        final boolean beginsPage = address % ModelMemory.PAGE == 0;
        long iova = draw.oneIn(4) ? address + ((draw.any() & 0xff_ffff) << 20) : address;
        iova = beginsPage && draw.oneIn(3) ? 0 : iova;
        final int access = rights();
        Errno refusal = isLegal(access) ? null : EINVAL;
        if (draw.oneIn(100)) {
            length = 0;
            refusal = EINVAL;
        } else if (draw.oneIn(100)) {
            iova ^= 1;
            refusal = EINVAL;
        } else if (draw.oneIn(100) && refusal == null) {
            length = host.block.length();
            refusal = lacksMemory(host, address, length) ? ENOMEM : EFAULT;
        } else if (refusal == null && lacksMemory(host, address, length)) {
            refusal = ENOMEM;
        }
        registerAt(host, offset, length, iova, access, refusal);
    }

    /**
     * Returns true if a range would exceed the host's limit for pinned memory. Ranges in memory that does not exist are
     * not counted.
     */
    private static boolean lacksMemory(final Host host, final long address, final long length) {
        return host.model.memory.contains(address, length)
                && host.model.pinned + ModelHost.pages(address, length) > host.model.memlock;
    }

    private void registerAt(
            final Host host,
            final int offset,
            final long length,
            final long iova,
            final int access,
            final Errno refusal) {
        final int domain = draw.below(Host.DOMAINS);
        final long address = host.block.address() + offset;
        history.add(() -> "register host=" + host.model.number + " domain=" + domain + " offset=" + offset + " length="
                + length + " iova=0x" + Long.toHexString(iova) + " access=" + access + " refusal=" + refusal);
        Checker.call(refusal, () -> {
            final ExtendedMemoryRegion region = host.domains[domain].registerMemory(address, length, iova, access);
            final ModelKey key = add(host, domain, region, offset, access);
            pin(key, new ModelPin(host.model, ModelHost.pages(address, length), !ModelHost.isWritable(access)));
        });
    }

    private static ModelKey add(
            final Host host, final int domain, final ExtendedMemoryRegion region, final int offset, final int access) {
        final ModelKey key = new ModelKey(ModelKey.Kind.REGION, host.model, domain, region.lkey());
        key.isOpen = true;
        key.start = region.iova();
        key.length = region.length();
        key.access = access;
        key.place = offset;
        addKey(host, key);
        host.regions.add(new Objects.Region(region, key));
        return key;
    }

    private static void pin(final ModelKey key, final ModelPin pin) {
        key.pin = pin;
        pin.hold();
    }

    /** Adds the key of a new object. The key must differ from all other keys. */
    static void addKey(final Host host, final ModelKey key) {
        final ModelKey other = host.model.keys.put(key.key, key);
        assertNull(other, () -> "key is another object's: key=0x" + Integer.toHexString(key.key));
        host.remember(key.key);
    }

    private void deregister(final Host host) {
        final Objects.Region region = draw.one(host.regions);
        if (region == null) {
            return;
        }
        final Errno refusal = region.model.windows != 0 ? EINVAL : null;
        history.add(() -> "deregister host=" + host.model.number + " key=0x" + Integer.toHexString(region.model.key)
                + " refusal=" + refusal);
        Checker.call(refusal, region.real::close);
        if (refusal == null) {
            host.regions.remove(region);
            host.model.keys.remove(region.model.key, region.model);
            region.model.isOpen = false;
            region.model.pin.letGo();
            Checker.call(EINVAL, region.real::close);
        }
    }

    private void map(final Host host) {
        final int offset = offset();
        final int length = length(offset);
        final DmaDirection direction = draw.oneIn(3) ? DIRECTIONS[draw.below(3)] : BIDIRECTIONAL;
        final long iova = host.device.dma().map(host.block.address() + offset, length, direction);
        final Objects.Mapping mapping = new Objects.Mapping(iova, offset, length, direction);
        history.add(() -> "map host=" + host.model.number + " " + mapping);
        host.mappings.add(mapping);
        host.model.map(iova, offset, length, direction != FROM_DEVICE, direction != TO_DEVICE);
    }

    /**
     * Unmaps a mapping that is not in use. Its DMA address may be reused soon, but until then it must not grant access.
     */
    private void unmap(final Host host) {
        final Objects.Mapping mapping = draw.one(host.mappings, candidate -> !host.isUsed(candidate));
        if (mapping == null) {
            return;
        }
        history.add(() -> "unmap host=" + host.model.number + " " + mapping);
        host.mappings.remove(mapping);
        host.model.unmap(mapping.iova(), mapping.length());
        host.device.dma().unmap(mapping.iova(), mapping.length(), mapping.direction());
        Checker.call(EINVAL, () -> host.device.dma().unmap(mapping.iova(), mapping.length(), mapping.direction()));
        traffic.sendFrom(host, new Element(mapping.iova(), Math.min(mapping.length(), SHORT), host.model.localDmaLkey));
    }

    private void allocateFast(final Host host) {
        final int domain = draw.below(Host.DOMAINS);
        final int maxPages = 1 + draw.below(MAX_PAGES);
        final FastRegisterRegion region = host.domains[domain].allocateFastRegisterRegion(maxPages);
        final ModelKey key = new ModelKey(ModelKey.Kind.FAST, host.model, domain, region.key());
        history.add(() -> "allocateFast host=" + host.model.number + " key=0x" + Integer.toHexString(key.key));
        addKey(host, key);
        host.fasts.add(new Objects.Fast(region, key));
    }

    private void closeFast(final Host host) {
        final Objects.Fast fast = draw.one(host.fasts);
        if (fast != null) {
            history.add(() -> "closeFast host=" + host.model.number + " key=0x" + Integer.toHexString(fast.model.key));
            fast.real.close();
            fast.model.isOpen = false;
            host.fasts.remove(fast);
            host.model.keys.remove(fast.model.key, fast.model);
            Checker.call(EINVAL, fast.real::close);
        }
    }

    /**
     * Sets pages of mappings in any order. The first page may start at any byte, and the last page may end at any byte.
     */
    private void setPages(final Host host) {
        final Objects.Fast fast = draw.one(host.fasts);
        if (fast == null || host.mappings.isEmpty()) {
            return;
        }
        final int count = 1 + draw.below(Math.min(fast.real.maxPages() + 1, MAX_PAGES));
        final long[] addresses = new long[count];
        final int[] lengths = new int[count];
        final long[] pages = new long[count];
        for (int i = 0; i < count; i++) {
            final Objects.Mapping mapping = draw.one(host.mappings);
            final int page = draw.below(ModelHost.pages(mapping.iova(), mapping.length()));
            pages[i] = (mapping.iova() & -ModelMemory.PAGE) + (long) page * ModelMemory.PAGE;
            addresses[i] = pages[i];
            lengths[i] = ModelMemory.PAGE;
        }
        final int first = draw.below(ModelMemory.PAGE);
        addresses[0] += first;
        lengths[0] -= first;
        lengths[count - 1] = 1 + draw.below(lengths[count - 1]);
        final boolean hasGap = count > 2 && draw.oneIn(30);
        lengths[1 % count] -= hasGap ? 1 : 0;
        final long iova = ((draw.any() & 0xffff_ffffL) << 12) + first;
        final Errno refusal = hasGap || count > fast.real.maxPages() ? EINVAL : null;
        history.add(() -> "setPages host=" + host.model.number + " key=0x" + Integer.toHexString(fast.model.key)
                + " count=" + count + " iova=0x" + Long.toHexString(iova) + " refusal=" + refusal);
        Checker.call(refusal, () -> fast.real.setPages(addresses, lengths, count, iova));
        if (refusal == null) {
            fast.pages = pages;
            fast.start = iova;
            fast.length = 0;
            for (final int length : lengths) {
                fast.length += length;
            }
        }
    }
}
