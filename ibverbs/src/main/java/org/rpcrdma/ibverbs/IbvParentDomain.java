// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.rpcrdma.ibverbs.device.NativeDomain;
import org.rpcrdma.ibverbs.layout.ParentDomainLayout;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.extended.QueueBufferAllocator;

/**
 * A domain that stands for another ({@code ibv_alloc_parent_domain(3)}), with an allocator that the driver calls back.
 */
final class IbvParentDomain extends IbvProtectionDomain {
    /** Tells the driver to allocate by itself. */
    private static final long USE_DEFAULT = -1;

    private static final ValueLayout.OfLong[] FIVE = {JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG};
    private static final ValueLayout.OfLong[] FOUR = {JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG};

    private final Lender lender;

    IbvParentDomain(final NativeDomain domain, final QueueBufferAllocator allocator) {
        this(domain, allocator == null ? null : new Lender(allocator));
    }

    private IbvParentDomain(final NativeDomain domain, final Lender lender) {
        super(
                domain.device(),
                domain.context(),
                allocate(domain, lender),
                domain.context().library().deallocPd);
        this.lender = lender;
    }

    private static long allocate(final NativeDomain domain, final Lender lender) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment wanted = arena.allocate(ParentDomainLayout.SIZE, Long.BYTES);
            wanted.set(JAVA_LONG, ParentDomainLayout.PD, domain.pointer());
            if (lender != null) {
                wanted.set(JAVA_INT, ParentDomainLayout.COMP_MASK, ParentDomainLayout.MASK_ALLOCATORS);
                wanted.set(JAVA_LONG, ParentDomainLayout.ALLOC, lender.allocate.address());
                wanted.set(JAVA_LONG, ParentDomainLayout.FREE, lender.free.address());
            }
            return domain.context()
                    .ops()
                    .optional()
                    .allocateParentDomain
                    .pointer(domain.context().context(), wanted.address());
        } catch (final RuntimeException e) {
            if (lender != null) {
                lender.close();
            }
            throw e;
        }
    }

    @Override
    public void close() {
        super.close();
        if (lender != null) {
            lender.close();
        }
    }

    /** An allocator as the two functions that the driver calls, with what it has lent. */
    private static final class Lender {
        private final Arena arena = Arena.ofShared();
        private final Map<Long, MemoryBlock> lent = new ConcurrentHashMap<>();
        private final QueueBufferAllocator allocator;
        private final MemorySegment allocate;
        private final MemorySegment free;

        Lender(final QueueBufferAllocator allocator) {
            this.allocator = allocator;
            allocate = stub("allocate", FunctionDescriptor.of(JAVA_LONG, FIVE));
            free = stub("free", FunctionDescriptor.ofVoid(FOUR));
        }

        @SuppressWarnings("restricted")
        private MemorySegment stub(final String name, final FunctionDescriptor function) {
            final MethodType type = function.toMethodType();
            try {
                final MethodHandle method = MethodHandles.lookup()
                        .findVirtual(Lender.class, name, type)
                        .bindTo(this);
                return Linker.nativeLinker().upcallStub(method, function, arena);
            } catch (final ReflectiveOperationException e) {
                throw new LinkageError(name, e);
            }
        }

        /**
         * {@code void *alloc(pd, pd_context, size, alignment, resource_type)}. What is thrown here would end the
         * process: NULL is a failure.
         */
        private long allocate(
                final long domain, final long context, final long size, final long alignment, final long resource) {
            try {
                final MemoryBlock block = allocator.allocate(size, alignment);
                if (block == null) {
                    return USE_DEFAULT;
                }
                lent.put(block.address(), block);
                return block.address();
            } catch (final RuntimeException e) {
                return Native.NULL;
            }
        }

        /**
         * {@code void free(pd, pd_context, ptr, resource_type)}. An exception in it is lost: the driver cannot be told.
         */
        private void free(final long domain, final long context, final long address, final long resource) {
            try {
                final MemoryBlock block = lent.remove(address);
                if (block != null) {
                    allocator.free(block);
                }
            } catch (final RuntimeException e) {
                // The block stays the allocator's.
            }
        }

        void close() {
            arena.close();
        }
    }
}
