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
import org.rpcrdma.nic.cost.Personality;

/**
 * Gives tests simulated RDMA hardware, as {@link SimulatedRdmaExtension} describes, and says how it is made. On a class
 * it holds for all tests of the class, those of nested and derived classes included; on a method for that test alone,
 * which shares nothing with its class then.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(SimulatedRdmaExtension.class)
public @interface SimulatedRdma {
    /** A {@link #seed()} that stands for another one each time. */
    long RANDOM_SEED = Long.MIN_VALUE;

    /**
     * Returns what the simulation's randomness begins with. A test that fails shows it. The system property {@code
     * seed}, where it is set, goes before it: {@code -Dseed=7}.
     *
     * @return any number, or {@link #RANDOM_SEED}.
     */
    long seed() default 1;

    /**
     * Returns the size of the arena's buffers.
     *
     * @return bytes, in the range of {@link org.rpcrdma.arena.ReceiveArena.Context#bufferSize(int)}.
     */
    int bufferSize() default 4096;

    /**
     * Returns the size of the arena's shards.
     *
     * @return bytes, in the range of {@link org.rpcrdma.arena.ReceiveArena.Context#shardSize(int)}.
     */
    int shardSize() default 65_536;

    /**
     * Work requests that each queue of the loopback pair has room for.
     *
     * @return 1 to what the device grants.
     */
    int queueDepth() default 64;

    /**
     * Scatter/gather elements that a send work request of the loopback pair has at most.
     *
     * @return 1 to what the device grants.
     */
    int maxSendSge() default 4;

    /**
     * which implementation the devices imitate where real ones differ.
     *
     * @return the personality.
     */
    Personality personality() default Personality.SPEC;
}
