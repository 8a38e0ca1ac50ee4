package dev.berth.page;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Runs a test on both screens or, in the sample of {@code ./check}, on the desktop and one in five on the phone as well, drawn by
 * {@code -Dberth.seed}. Tests of what differs between the screens use {@code @EnumSource} and always run on both.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(SomeScreens.Drawn.class)
@interface SomeScreens {
    final class Drawn implements ArgumentsProvider {
        private static final int ONE_IN = 5;

        @Override
        public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
            return screens(context.getRequiredTestMethod().toString()).stream().map(Arguments::of);
        }

        private static List<Screen> screens(String test) {
            SplittableRandom random = new SplittableRandom(Long.getLong("berth.seed", 0) + test.hashCode());
            return Boolean.getBoolean("berth.sample") && random.nextInt(ONE_IN) > 0
                    ? List.of(Screen.DESKTOP)
                    : List.of(Screen.values());
        }
    }
}
