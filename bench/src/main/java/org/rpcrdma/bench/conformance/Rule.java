/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that is a row: a static method of an area's class that takes a {@link Testbed} and returns where the
 * rule holds.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Rule {
    /**
     * The row's id.
     *
     * @return for example {@code MR-01}.
     */
    String id();

    /**
     * What must hold.
     *
     * @return a sentence.
     */
    String text();

    /**
     * Where the rule comes from.
     *
     * @return a test, a man page, a source file, a specification.
     */
    String source();

    /**
     * Whether the rule is about what a process does before it registers anything, so that on a host's device the row needs a
     * process of its own.
     *
     * @return true where it does.
     */
    boolean ownProcess() default false;
}
