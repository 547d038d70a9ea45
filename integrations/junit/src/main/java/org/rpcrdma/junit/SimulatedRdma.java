// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.rpcrdma.rnic.config.Personality;

/**
 * Provides tests with simulated RDMA hardware and configures it; see {@link SimulatedRdmaExtension}. On a class, the
 * annotation applies to all tests of the class, including those in nested and derived classes. On a method, it applies
 * only to that test, which then shares no hardware with the other tests of its class.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(SimulatedRdmaExtension.class)
public @interface SimulatedRdma {
    /** The value of {@link #seed()} that selects a new random seed for each test. */
    long RANDOM_SEED = Long.MIN_VALUE;

    /**
     * Returns the seed of the simulation. Test failures report the seed that was used. The system property {@code seed}
     * overrides this value: {@code -Dseed=7}.
     *
     * @return any number, or {@link #RANDOM_SEED}.
     */
    long seed() default 1;

    /**
     * Returns the size of the arena's buffers.
     *
     * @return the size, in bytes, in the range of {@link org.rpcrdma.arena.ReceiveArena.Context#bufferSize(int)}.
     */
    int bufferSize() default 4096;

    /**
     * Returns the size of the arena's shards.
     *
     * @return the size, in bytes, in the range of {@link org.rpcrdma.arena.ReceiveArena.Context#shardSize(int)}.
     */
    int shardSize() default 65_536;

    /**
     * Returns the capacity of each queue of the loopback pair, in work requests.
     *
     * @return 1 to the device's limit.
     */
    int queueDepth() default 64;

    /**
     * Returns the maximum number of scatter/gather elements per send work request of the loopback pair.
     *
     * @return 1 to the device's limit.
     */
    int maxSendSge() default 4;

    /**
     * Returns the implementation that the simulated devices imitate where real devices differ.
     *
     * @return the personality.
     */
    Personality personality() default Personality.SPEC;
}
